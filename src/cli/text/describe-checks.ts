import type { CheckResult } from "../../verify/verify-server.ts";
import { formatTable } from "./table.ts";

/** A line for each rule, then the reasons, then the counts. */
export function describeChecks(checks: readonly CheckResult[]): string {
  const reasons = checks.flatMap(({ rule, reason }) =>
    reason === "" ? [] : [`${rule}: ${escapeControls(reason)}`],
  );
  const count = countOf(checks);
  return [
    ...formatTable(checks.map(({ outcome, rule, name }) => [outcome, rule, name])),
    ...(reasons.length === 0 ? [] : ["", ...reasons]),
    "",
    `${count("kept")} rules are kept, ${count("broken")} are broken, ${count("not checked")} were not checked.`,
  ].join("\n");
}

/** The results as JSON. */
export function formatChecks(checks: readonly CheckResult[]): string {
  return JSON.stringify({ checks }, null, 2).split("\n").map(escapeControls).join("\n");
}

/** Escapes characters that control a terminal: reasons quote what a server has sent. */
export function escapeControls(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The results as JUnit XML: a test case for each rule. */
export function formatJunit(checks: readonly CheckResult[]): string {
  const cases = checks.map(({ rule, name, outcome, reason }) => {
    const element = { kept: "", broken: "failure", "not checked": "skipped" }[outcome];
    const content = element === "" ? "" : `<${element} message="${escapeXml(reason)}"/>`;
    return `  <testcase classname="${escapeXml(rule)}" name="${escapeXml(name)}">${content}</testcase>\n`;
  });
  const count = countOf(checks);
  const counts = `tests="${checks.length}" failures="${count("broken")}" skipped="${count("not checked")}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="acoustic verify" ${counts}>\n${cases.join("")}</testsuite>\n`;
}

function countOf(checks: readonly CheckResult[]) {
  return (wanted: CheckResult["outcome"]) =>
    checks.filter(({ outcome }) => outcome === wanted).length;
}

/** Characters that XML 1.0 cannot express become a question mark. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t -\uD7FF\uE000-\uFFFD]/g, "?")
    .replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
