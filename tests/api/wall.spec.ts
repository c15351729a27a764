import { expect, test } from "../support/test.ts";

test("the form of a wall is answered with the page, and with its key if it is one", async ({
  gateway,
}) => {
  const post = async (body: string) => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const response = await fetch(`${gateway.internalUrl}/wall`, { method: "POST", headers, body });
    return { response, text: await response.text() };
  };
  const key = `amk0.${"a".repeat(16)}.${"b".repeat(49)}`;
  const { response, text } = await post(`key=${key}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("content-security-policy")).toContain("script-src 'self'");
  expect(text).toContain(
    `<script type="application/json" id="handed-key">"${key}"</script></head>`,
  );
  const plain = await (await fetch(`${gateway.internalUrl}/`)).text();
  const noKeys = ["", "key=", `key=${encodeURIComponent('"</script><script>')}`, "a".repeat(300)];
  for (const body of noKeys) expect((await post(body)).text, body).toBe(plain);
  // Only a form opens it, and only the internal listener has it.
  expect((await fetch(`${gateway.internalUrl}/wall`)).status).toBe(404);
  expect((await fetch(`${gateway.publicUrl}/wall`, { method: "POST" })).status).not.toBe(200);
});
