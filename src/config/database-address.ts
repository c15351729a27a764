import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { parseServerAddresses, type ServerAddresses } from "../system/server-addresses.ts";

/** The schema of an address of PostgreSQL. `session` is the only value of `target_session_attrs`: no standbys. */
export function databaseAddress(session: "primary" | "standby") {
  return z
    .string()
    .refine((text) => parseServerAddresses(text) !== null, {
      error:
        "must be an address of the form postgres://user:password@host:port/database, with %2F, %3F, %23 and %40 for / ? # and @ in the password",
      abort: true,
    })
    .refine(
      hasWholeEscapes,
      "has a % that begins no escape: in the user, password or database encode % as %25",
    )
    .refine(
      (text) => (parseServerAddresses(text)?.sessionKind ?? session) === session,
      `may have target_session_attrs=${session} and no other: leave it out or set it so`,
    )
    .superRefine((text, { addIssue }) => {
      const options = parseServerAddresses(text)?.options ?? [];
      for (const message of parameterIssues(options)) addIssue({ code: "custom", message });
    });
}

/** The driver ignores other parameters, or uses them instead of our settings. */
const addressParameters = ["target_session_attrs", "sslmode", "sslrootcert", "application_name"];
const sslModes = ["disable", "require", "verify-full"];

function parameterIssues(options: ServerAddresses["options"]): string[] {
  const names = options.map(([name]) => name);
  const values = new Map(options);
  const unknown = names.filter((name) => !addressParameters.includes(name));
  const repeated = addressParameters.filter(
    (name) => names.indexOf(name) !== names.lastIndexOf(name),
  );
  const mode = values.get("sslmode") ?? "disable";
  const authority = values.get("sslrootcert");
  const issues = [
    // The text after a ? may be the rest of a password.
    ...unknown.map(
      (name) =>
        `may not have the parameter ${/^\w{1,40}$/.test(name) ? name : "that it has"}: it may have ${addressParameters.join(", ")} and no other`,
    ),
    ...repeated.map((name) => `has the parameter ${name} twice`),
  ];
  if (!sslModes.includes(mode)) issues.push(`may have sslmode=${sslModes.join(", ")} and no other`);
  if (authority === undefined) return issues;
  if (mode !== "verify-full") issues.push("may have sslrootcert only with sslmode=verify-full");
  if (!isCertificate(authority)) {
    issues.push("has an sslrootcert that is no file of certificates (PEM) that this user can read");
  }
  return issues;
}

function isCertificate(path: string): boolean {
  try {
    return new X509Certificate(readFileSync(path)).ca !== undefined;
  } catch {
    return false;
  }
}

/** The driver decodes an address up to its query. */
function hasWholeEscapes(address: string): boolean {
  try {
    decodeURIComponent(address.split("?")[0] ?? "");
    return true;
  } catch {
    return false;
  }
}
