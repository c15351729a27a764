import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "./acoustic.ts";

test("report writes a page that needs nothing, in the language asked, and leaves no key", async ({
  acoustic,
  folder,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 3600 } });
  await tenant.addSamples([{ second: Date.parse("2019-03-12T07:00:00Z") / 1000, LAeq: 66.2 }]);
  const out = join(folder.path, "report.html");
  const month = ["report", "--project", tenant.projectId, "--month", "2019-03"];
  const run = await acoustic([...month, "--out", out, "--language", "de"], { isProcess: true });
  expect(run).toEqual({ code: 0, stdout: `${out}\n`, stderr: "" });
  const page = await readFile(out, "utf8");
  expect(page).toContain("<h2>Zusammenfassung</h2>");
  expect(page).toContain("66,20");
  expect(page).not.toMatch(/<script|<link|src=|url\(/);
  const keys = await acoustic(["key", "list", "--json"]);
  expect(keys.stdout).not.toContain("acoustic report");

  // Nothing is overwritten, and what is wrong is named.
  const refused = async (...options: string[]) => {
    const { code, stdout, stderr } = await acoustic(options);
    expect([code, stdout]).toEqual([2, ""]);
    return stderr;
  };
  const other = join(folder.path, "other.html");
  expect(await refused(...month, "--out", out)).toContain("it exists already");
  expect(await refused(...month, "--out", other, "--language", "it")).toContain("Allowed choices");
  const wrong = ["--month", "2019-13", "--out", other];
  expect(await refused("report", "--project", tenant.projectId, ...wrong)).toContain("YYYY-MM");
  const absent = ["--month", "2019-03", "--out", other];
  expect(await refused("report", "--project", "absent", ...absent)).toContain("absent");
  expect(await folder.list()).toEqual(["report.html"]);
});
