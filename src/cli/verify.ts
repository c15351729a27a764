import { writeFile } from "node:fs/promises";
import { Command, InvalidArgumentError } from "commander";
import { writeTo } from "../system/full-disk.ts";
import { type JsonOption, once, runAction } from "./program/options.ts";

interface VerifyCommandOptions extends JsonOption {
  readonly baseUrl: string;
  readonly key: string;
  readonly project?: string;
  readonly sensor?: string;
  readonly junit?: string;
}

export const verifyCommand = new Command("verify")
  .description("check a server of this API, rule by rule; it only reads")
  .requiredOption(
    "--base-url <address>",
    "the address of the API, which ends with /api/v0",
    baseUrl,
  )
  .requiredOption(
    "--key <key>",
    "a key of that server; rules that need a scope that it lacks are not checked",
    once,
  )
  .option("--project <id>", "a project with a contract (default: the first)", once)
  .option(
    "--sensor <id>",
    "a sensor of it, best with samples, events and recordings (default: the first)",
    once,
  )
  .option("--junit <file>", "write the results as JUnit XML as well", once)
  .option("--json", "print { checks: [{ rule, name, outcome, reason }] }")
  .addHelpText(
    "after",
    `
Rules are cited by their section: S of the specification, C of docs/contract.md. Exit codes: 1 where a rule is broken, 2 where
the server cannot be reached or has nothing to check on.

Example:
  acoustic verify --base-url http://127.0.0.1:8080/api/v0 --key amk0.… --junit verify.xml`,
  )
  .action(({ json = false, junit, ...options }: VerifyCommandOptions) =>
    runAction(async ({ exitCodes }) => {
      const { verifyServer } = await import("../verify/verify-server.ts");
      const { describeChecks, escapeControls, formatChecks, formatJunit } =
        await import("./text/describe-checks.ts");
      const { InvalidInput } = await import("../ingest/invalid-input.ts");
      const { baseUrl: address, key, project = null, sensor = null } = options;
      const checks = await verifyServer({ baseUrl: address, key, project, sensor }).catch(
        (error: unknown) => {
          const { message, cause } = error as Error;
          const reason = cause instanceof Error ? cause.message : message;
          throw new InvalidInput([`${address} cannot be verified: ${escapeControls(reason)}`]);
        },
      );
      if (junit !== undefined) await writeTo(junit, () => writeFile(junit, formatJunit(checks)));
      console.log(json ? formatChecks(checks) : describeChecks(checks));
      return checks.some(({ outcome }) => outcome === "broken")
        ? exitCodes.warnings
        : exitCodes.done;
    }),
  );

function baseUrl(text: string, earlier: string | undefined): string {
  const address = once(text, earlier).replace(/\/$/, "");
  if (/^https?:\/\/[^/]+(?:\/.*)?\/api\/v0$/.test(address) && URL.canParse(address)) return address;
  throw new InvalidArgumentError("It must be an address such as http://127.0.0.1:8080/api/v0.");
}
