import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, refusalWith, success, test } from "./acoustic.ts";

test("report writes a page that needs nothing, in the language asked, and leaves no key", async ({
  acoustic,
  folder,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 3600 } });
  await tenant.addSamples([{ second: Date.parse("2019-03-12T07:00:00Z") / 1000, LAeq: 66.2 }]);
  const out = join(folder.path, "report.html");
  const month = ["report", "--project", tenant.projectId, "--month", "2019-03"];
  const typed = {
    title: "Hafen im März",
    permit: "2019/114",
    author: "A. Braun",
    remark: "Entwurf",
  };
  const words = Object.entries(typed).flatMap(([name, text]) => [`--${name}`, text]);
  const run = await acoustic([...month, "--out", out, "--language", "de", ...words], {
    isProcess: true,
  });
  expect(run).toEqual(success(`${out}\n`));
  const page = await readFile(out, "utf8");
  expect(page).toContain("<h2>Zusammenfassung</h2>");
  expect(page).toContain("66,20");
  expect(page).toContain("<title>Hafen im März 2019-03-01 – 2019-03-31</title>");
  for (const text of Object.values(typed)) expect(page).toContain(`>${text}<`);
  expect(page).not.toMatch(/<script|<link|src=|url\((?!(?:"|&quot;)data:)/);
  const keys = await acoustic(["key", "list", "--json"]);
  expect(keys.stdout).not.toContain("acoustic report");

  // Nothing is overwritten.
  expect(await acoustic([...month, "--out", out])).toEqual(refusalWith("it exists already"));
  expect((await acoustic(["key", "list", "--json"])).stdout).not.toContain("acoustic report");
});

test("report names what could not be read, in the file and on standard error", async ({
  acoustic,
  folder,
  tenantOf,
}) => {
  const out = join(folder.path, "report.html");
  const reportOf = (project: string) =>
    acoustic(["report", "--project", project, "--month", "2019-03", "--out", out], {
      isProcess: true,
    });
  // Without a contract nothing is read, of thirteen sensors not even which of them to report.
  const many = await tenantOf({ sensors: 13 });
  await many.apply({ contract: undefined });
  const issue = "The contract configuration of this project is invalid or unavailable.";
  const none = await reportOf(many.projectId);
  expect([none.code, none.stdout]).toEqual([1, ""]);
  expect(none.stderr).toContain(`\nNo report was written.\n${issue}\n`);
  const few = await tenantOf({ sensors: [{ name: "Quay" }] });
  await few.apply({ contract: undefined });
  const { code, stdout, stderr } = await reportOf(few.projectId);
  expect([code, stdout]).toEqual([1, `${out}\n`]);
  expect(stderr).toContain("The report lacks figures, and says where.\n");
  expect(stderr).toContain(`Quay: ${issue}\n`);
  expect(await readFile(out, "utf8")).toContain(issue);
  expect((await acoustic(["key", "list", "--json"])).stdout).not.toContain("acoustic report");
});
