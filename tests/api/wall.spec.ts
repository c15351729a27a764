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
  const noKeys = ["", "key=", `key=${encodeURIComponent('"</script><script>')}`];
  for (const body of noKeys) expect((await post(body)).text, body).toBe(plain);
  expect((await post("a".repeat(201))).response.status).toBe(400);
  // A screen that starts waits for this picture.
  const picture = await fetch(`${gateway.internalUrl}/wall`);
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  const put = await fetch(`${gateway.internalUrl}/wall`, { method: "PUT" });
  expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, POST"]);
  // Only the internal listener has it.
  expect((await fetch(`${gateway.publicUrl}/wall`, { method: "POST" })).status).not.toBe(200);
});
