import { Command } from "commander";
import { once, runAction } from "./program/options.ts";
import type { WatchCommandOptions } from "./serving/run-watch.ts";

export const watchCommand = new Command("watch")
  .description("import the files of a drop folder as they arrive, until SIGTERM or SIGINT")
  .argument("<folder>", "the folder that instruments upload to")
  .option("--profile <file.yaml>", "options of imports (default: profile.yaml in the folder)", once)
  .option("--once", "import the present files that no longer change, and end")
  .option(
    "--settle <time>",
    "how long a file is unchanged before it is imported (default: 5s)",
    once,
  )
  .option("--metrics-port <port>", "serve /metrics on INTERNAL_HOST and this port; 0: any", once)
  .addHelpText(
    "after",
    `
A file is imported when its size and time have stood still for five seconds, or at once when it was seen
as .part before and renamed. CSV files (.csv, .txt, .tsv, also with .gz) are samples, or classifications if they have
a column confidence; recordings (.flac) are identified by their names. It moves to importing/, then to done/, or to
rejected/ with its reasons. Single rejected rows go to rejected/<name>.rejected.csv. Hidden files and
links are not read. Whoever may upload may import for every sensor.

A folder in it is read as well. Its profile.yaml adds to the other profile, and its name is the sensor of
CSV files that name none:
  /srv/drop/profile.yaml             timezone: Europe/Dublin
  /srv/drop/dublin-noise-2/a.csv     rows of the sensor dublin-noise-2
A profile has the options of import samples by name, and retain-days.

Files wait while the database is away, and until their sensor is known. Several processes may watch one folder:
one at a time works on it.

Example: acoustic watch /srv/drop --profile meters.yaml --metrics-port 9101`,
  )
  .action((folder: string, options: WatchCommandOptions) =>
    runAction(async ({ requireConfig }) => {
      const { runWatch } = await import("./serving/run-watch.ts");
      return runWatch(requireConfig(), folder, options);
    }),
  );
