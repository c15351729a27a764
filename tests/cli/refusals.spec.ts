import { tableOf } from "../support/table.ts";
import { expect, refusal, test } from "./acoustic.ts";

for (const words of ["", "import", "export", "key"]) {
  test(`a command that needs another explains itself, and ends with 2: acoustic ${words}`, async ({
    acoustic,
  }) => {
    const { code, stdout, stderr } = await acoustic(words.split(" ").filter(Boolean));
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`Usage: acoustic ${words}`);
  });
}

const zone = "must be a time zone such as Europe/Dublin";
const instant =
  "It must be an instant: YYYY-MM-DD or YYYY-MM-DDTHH:mm[:ss] with Z, an offset or neither.";
const time =
  "write a date, an instant, or a time from now, for example 2030-01-01, 2030-01-01T12:00:00Z, 30d or 12w";
const scopes =
  "v0:projects:read, v0:data:read, v0:events:read, v0:audio:read, v0:embedded-map:read";
const day = "--start-at 2019-03-10 --end-at 2019-03-10T23:59:59Z";
const reversed = "--start-at 2019-03-11 --end-at 2019-03-10";
const days = "error: option '--retain-days <N>' argument";
const fraction = "is invalid. It must be a number from 0 to 1.";
const once = "is invalid. It can be given once only.";
const keep = "is invalid. It must be a number from 1 to 9999.";
const unknown = 'unknown project "nowhere": `acoustic status` lists all';

/** The words of a command | all lines of what it says. Words and lines in capitals are those of `here`. */
const refusals = tableOf(`
  imprt | error: unknown command 'imprt' | (Did you mean import?)
  import sounds | error: unknown command 'sounds'
  export media --project PROJECT | error: unknown command 'media'
  apply | error: missing required argument 'site.yaml'
  import samples | error: missing required argument 'file.csv'
  import recordings | error: missing required argument 'path'
  key revoke | error: missing required argument 'KEY_ID'
  import samples --jsn a.csv | error: unknown option '--jsn' | (Did you mean --json?)
  migrate now | error: too many arguments for 'migrate'. Expected 0 arguments but got 1.
  import recordings --retain-days 1 --retain-days 2 a.flac | ${days} '2' ${once}
  import recordings --retain-days 0 . | ${days} '0' is invalid. It must be a whole number from 1 to 36500.
  import recordings --retain-days 1.5 . | ${days} '1.5' is invalid. It must be a whole number from 1 to 36500.
  import recordings --retain-days 36501 . | ${days} '36501' is invalid. It must be a whole number from 1 to 36500.
  import recordings nowhere nor-here | nowhere: cannot be read: ENOENT: no such file or directory, stat 'nowhere' | nor-here: cannot be read: ENOENT: no such file or directory, stat 'nor-here'
  recordings move --from /a --to s3:bucket | --to: must be a folder, or s3://bucket/prefix: a bucket has 3 to 63 of a-z, 0-9, - and ., a prefix A-Z, a-z, 0-9, _, -, . and /
  recordings move --from /a --to /a | --from and --to are the same store
  key create --scope v0:data:read | error: required option '--name <name>' not specified
  key create --name | error: option '--name <name>' argument missing
  key create --name a b | error: too many arguments for 'create'. Expected 0 arguments but got 1.
  key create --name a --name b | error: option '--name <name>' argument 'b' ${once}
  key create --name n --expires-at 2030-01-01 --expires-at 2031-01-01 | error: option '--expires-at <time>' argument '2031-01-01' ${once}
  key create --name n --project PROJECT | no scope is named: a key needs at least one of ${scopes}
  key create --name n --scope v0:data:read | no project is named: a key needs at least one, such as \`acoustic status\` shows
  key create --name n --expires-at tomorrow | --expires-at: ${time}
  key create --name a\u001b[2J --scope v0:data:read --project PROJECT | the name contains control characters
  key create --name ${"\u{1f50a}".repeat(201)} --scope v0:data:read --project PROJECT | the name is longer than 200 characters
  key update KEY | no change is named: acoustic key update --help
  key update KEY --expires-at 30 | --expires-at: ${time}
  key update KEY --expires-at 30d --never-expires | error: option '--expires-at <time>' cannot be used with option '--never-expires'
  key update 0000000000000000 --name n | there is no key 0000000000000000
  key rotate 0000000000000000 | there is no key 0000000000000000
  key revoke 0000000000000000 | there is no key 0000000000000000
  key show 0000000000000000 | there is no key 0000000000000000
  key list --project nowhere | ${unknown}
  status --project nowhere | ${unknown}
  export site nowhere | ${unknown}
  export site nowhere --as-of 2002-01-01 | ${unknown}
  export site PROJECT --as-of yesterday | error: option '--as-of <instant>' argument 'yesterday' is invalid. ${instant}
  export samples | error: required option '--project <id>' not specified
  export samples --project a --project b | error: option '--project <id>' argument 'b' ${once}
  export aggregates --project a --bucket hour --bucket hour | error: option '--bucket <bucket>' argument 'hour' ${once}
  export measurements --project a --fweighting A --fweighting C | error: option '--fweighting <weighting>' argument 'C' ${once}
  export indicators --project a --min-coverage 0.75 --min-coverage 1 | error: option '--min-coverage <fraction>' argument '1' ${once}
  export samples --project PROJECT --bucket hour | error: unknown option '--bucket'
  export samples --project PROJECT --fweighting A | error: unknown option '--fweighting'
  export samples --project PROJECT --min-coverage 1 | error: unknown option '--min-coverage'
  export measurements --project PROJECT --bucket hour | error: unknown option '--bucket'
  export measurements --project PROJECT --min-coverage 1 | error: unknown option '--min-coverage'
  export indicators --project PROJECT --bucket hour | error: unknown option '--bucket'
  export indicators --project PROJECT --fweighting A | error: unknown option '--fweighting'
  export aggregates --project PROJECT | error: required option '--bucket <bucket>' not specified
  export aggregates --project PROJECT --bucket second | error: option '--bucket <bucket>' argument 'second' is invalid. Allowed choices are minute, five_minutes, quarter_hour, hour, day, week, month, year, range, limit.
  export aggregates --project PROJECT --bucket day --fweighting B | error: option '--fweighting <weighting>' argument 'B' is invalid. Allowed choices are A, C, Z.
  export aggregates --project PROJECT --bucket day --min-coverage 1.1 | error: option '--min-coverage <fraction>' argument '1.1' ${fraction}
  export aggregates --project PROJECT --bucket day --min-coverage -1 | error: option '--min-coverage <fraction>' argument '-1' ${fraction}
  export samples --project PROJECT --start-at 2019-03-10 | --start-at and --end-at are given together or not at all
  export indicators --project PROJECT --end-at 2019-03-10 | --start-at and --end-at are given together or not at all
  export samples --project PROJECT ${reversed} | --start-at must not be after --end-at
  export samples --project PROJECT --start-at yesterday --end-at 2019-03-10 | error: option '--start-at <instant>' argument 'yesterday' is invalid. ${instant}
  export samples --project nowhere | ${unknown}
  export samples --project PROJECT --sensor absent | the project PROJECT has no sensor absent
  export samples --project PROJECT --sensor a --sensor b | the project PROJECT has no sensor a | the project PROJECT has no sensor b
  export indicators --project PROJECT --sensor OTHER | the project PROJECT has no sensor OTHER
  export samples --project PROJECT --format parquet --decimal , | --decimal is only for --format csv
  export samples --project PROJECT --format ndjson --delimiter ; | --delimiter is only for --format csv
  export samples --project PROJECT --format parquet --local-time | --local-time is only for --format csv
  export samples --project PROJECT --decimal , --delimiter , | --decimal "," needs another --delimiter, such as ";"
  export samples --project PROJECT --decimal ' | --decimal: must be "." or ",", and is "'"
  export samples --project PROJECT --delimiter x | --delimiter: must be ";", ",", "|" or "tab", and is "x"
  export samples --project PROJECT --format xlsx | error: option '--format <format>' argument 'xlsx' is invalid. Allowed choices are csv, ndjson, parquet.
  export samples --project PROJECT --output FOLDER/none/e | FOLDER/none/e: there is no folder FOLDER/none. Make it first.
  remove project nowhere --yes | ${unknown}
  remove samples --sensor x ${reversed} --yes | --start-at must not be after --end-at
  remove samples --sensor x --start-at 2019-03-02 --yes | error: required option '--end-at <instant>' not specified
  remove recordings --start-at 2019-03-02 --end-at 2019-03-02 | error: required option '--sensor <id>' not specified
  assess --project PROJECT ${day} --criterion night | the project PROJECT has no criterion night
  assess --project PROJECT ${day} --sensor absent | the project PROJECT has no sensor absent
  assess --project PROJECT ${reversed} | --start-at must not be after --end-at
  evidence --project nowhere ${day} --output FOLDER/e | ${unknown}
  evidence --project PROJECT ${day} --output FOLDER/e --sensor absent | the project PROJECT has no sensor absent
  evidence --project PROJECT ${day} --sensor SENSOR | --output: is needed with --sensor, which the default name does not tell
  evidence --project PROJECT ${reversed} --output FOLDER/e | --start-at must not be after --end-at
  evidence --project PROJECT ${day} --output FOLDER/none/e | FOLDER/none/e: there is no folder FOLDER/none. Make it first.
  report --project PROJECT --month 2019-13 --out FOLDER/r | error: option '--month <month>' argument '2019-13' is invalid. It must be a month: YYYY-MM.
  report --project PROJECT --month 2019-03 --out FOLDER/r --language it | error: option '--language <language>' argument 'it' is invalid. Allowed choices are en, de, fr, es.
  report --project nowhere --month 2019-03 --out FOLDER/r | ${unknown}
  report --project PROJECT --month 2099-03 --out FOLDER/r | --month: it is yet to come: it begins on Sun 1 Mar 2099 00:00, Europe/Dublin
  look - | -: only a file can be looked at: save standard input as one
  look FOLDER/none.csv | FOLDER/none.csv: cannot be read: ENOENT: no such file or directory, stat 'FOLDER/none.csv'
  look --timezone Dublin a.csv | --timezone: ${zone}, or an offset such as +01:00, and is "Dublin"
  look --sensor a:b a.csv | --sensor: must be the id of a sensor, and is "a:b"
  watch . --settle 5 --metrics-port x | --settle: must be a time such as 5s, 500ms or 2m | --metrics-port: must be a port from 0 to 65535
  watch FOLDER/none | FOLDER/none: cannot be read: ENOENT: no such file or directory, stat 'FOLDER/none'
  backup --keep 0 FOLDER | error: option '--keep <number>' argument '0' ${keep}
  backup --keep -1 FOLDER | error: option '--keep <number>' argument '-1' ${keep}
  backup --keep x FOLDER | error: option '--keep <number>' argument 'x' ${keep}
  backup FOLDER/none/b | FOLDER/none/b: there is no folder FOLDER/none. Make it first.
  restore FOLDER/none | FOLDER/none: cannot be read: ENOENT: no such file or directory, stat 'FOLDER/none'
  restore FOLDER | FOLDER: it is no file
  sandbox --now noon | now: must be an instant, such as 2026-01-14T12:00:00Z
  sandbox --seed 4294967296 | seed: must be a whole number from 0 to 4294967295
  sandbox --seed -1 | error: option '--seed <number>' argument '-1' is invalid. It must be a whole number, 0 or more.
  sandbox --port 65536 | PORT: must be a whole number from 0 to 65535
`);

for (const [words = "", ...lines] of refusals) {
  test(`ends with 2, and writes nothing: acoustic ${words.slice(0, 130)}`, async ({
    acoustic,
    folder,
    tenant,
    tenantOf,
  }) => {
    const here = {
      FOLDER: folder.path,
      PROJECT: tenant.projectId,
      SENSOR: tenant.sensorIds[0] ?? "",
      OTHER: words.includes("OTHER") ? ((await tenantOf()).sensorIds[0] ?? "") : "",
      KEY: tenant.key.split(".")[1] ?? "",
    };
    const filled = (text: string) =>
      text.replaceAll(/\b(?:FOLDER|PROJECT|SENSOR|OTHER|KEY)\b/g, (name) => here[name as "KEY"]);
    const hint = lines[0]?.startsWith("error: ") ? ["(--help shows what can be written here)"] : [];
    // Commands that refuse before they open a database have none to reach.
    const env = /^(?:backup|restore|look)\b/.test(words)
      ? { DATABASE_URL: "postgres://127.0.0.1:1/none" }
      : words.startsWith("sandbox")
        ? { DATABASE_URL: "" }
        : {};
    const run = await acoustic(filled(words), { env });
    expect(run).toEqual(refusal(...lines.map(filled), ...hint));
    expect(await folder.list()).toEqual([]);
  });
}
