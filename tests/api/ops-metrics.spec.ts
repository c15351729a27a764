import { readFile } from "node:fs/promises";
import { packageFile } from "../../src/system/package-files.ts";
import { parse } from "yaml";
import { expect, test } from "../support/test.ts";

interface Dashboard {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
  readonly templating: { readonly list: readonly { readonly query: unknown }[] };
}

interface Alerts {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}

/** Names of metrics in an expression: those of ours, of the process and of Node. */
function metricsIn(expression: string): string[] {
  return expression.match(/\b(?:acoustic|process|nodejs)_[a-z0-9_]+/g) ?? [];
}

async function readOps(path: string): Promise<string> {
  return readFile(packageFile(`ops/${path}`), "utf8");
}

test("every metric of the Grafana dashboard and of the alerts is in /metrics", async ({
  gateway,
  http,
}) => {
  const dashboard = JSON.parse(await readOps("grafana/acoustic.json")) as Dashboard;
  const alerts = parse(await readOps("prometheus/alerts.yml")) as Alerts;
  const expressions = [
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...dashboard.templating.list.map(({ query }) => JSON.stringify(query)),
    ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
  ];
  const text = await (await http.get(`${gateway.internalUrl}/metrics`)).text();
  const types = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type = ""]) => [name, type]),
  );
  const isThere = (name: string) =>
    types.has(name) || types.get(name.replace(/_(?:bucket|sum|count)$/, "")) === "histogram";
  const named = new Set(expressions.flatMap(metricsIn));
  expect(named.size).toBeGreaterThan(20);
  expect([...named].filter((name) => !isThere(name))).toEqual([]);
});

test("the page of monitoring has each alert, with its meaning and what to do", async () => {
  const page = await readFile(packageFile("docs/monitoring.md"), "utf8");
  const rows = page.matchAll(/^\| `(?<alert>Acoustic\w+)` +\| \S[^|]*\| \S[^|]*\|$/gm);
  const documented = Array.from(rows, ({ groups }) => groups?.["alert"] ?? "").toSorted();
  const alerts = parse(await readOps("prometheus/alerts.yml")) as Alerts;
  const names = alerts.groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  expect(documented).toEqual(names.toSorted());
});
