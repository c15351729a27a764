// @ts-check
import { rolldown } from "rolldown";

/*
 * The text of docs/settings.md, from the table of src/config/settings.ts.
 */
export async function describeSettings() {
  const { settings } = await loadSettings();
  const rows = Object.entries(settings.shape).map(([name, schema]) => {
    const { description, unset } = schema.meta();
    return `| \`${name}\` | ${unset ?? `\`${schema.def.defaultValue}\``} | ${description} |`;
  });
  return `# Settings

The environment is the only configuration. \`acoustic\` reads it once, reports every mistake together with the name of its
variable, and then exits with code 2. An empty variable counts as unset. Numbers are whole. A variable whose name is nearly that of a
setting, such as \`DATABSE_URL\`, causes a warning.

| variable | default | meaning |
| --- | --- | --- |
${rows.join("\n")}
`;
}

/** Node 20 cannot import TypeScript: the module is bundled in memory. */
async function loadSettings() {
  const bundle = await rolldown({ input: "src/config/settings.ts", platform: "node" });
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
}
