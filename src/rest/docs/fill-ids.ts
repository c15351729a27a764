import type { Kept, System } from "./swagger-ui.ts";

/** The name of the API key in the OpenAPI document. */
export const schemeName = "apiKey";

type Ids = Readonly<Record<string, string>>;

/**
 * Writes the ids of the first project that has sensors into every form, as the key may read them. Says what is wrong
 * where the key reads nothing. `credentials` is the value of the header. Runs in the browser.
 */
export async function fillIdsOfKey(system: System, credentials: string): Promise<void> {
  system.errActions.clear(problemOfKey);
  try {
    fillIds(system, await readIds(system, credentials));
  } catch (error) {
    explain(system, `The gateway cannot be reached: ${String(error)}`);
  }
}

/** Writes the ids of a lease into the form of recordings, where an answer has one. */
export function fillIdsOfLease(system: System, answer: string): void {
  const found = /"audioUrl":"[^"]*\/audio\/(?<leaseId>[^"/]+)\/(?<recordingId>[^"/]+)"/.exec(
    answer,
  );
  fillIds(system, { ...found?.groups });
}

const problemOfKey = { authId: schemeName, type: "auth", source: "auth" };

function explain(system: System, message: string): void {
  system.errActions.newAuthErr({ ...problemOfKey, level: "warning", message });
}

async function readIds(system: System, credentials: string): Promise<Ids> {
  const read = async (path: string) => {
    const response = await fetch(`api/v0${path}`, { headers: { "svc-api-key": credentials } });
    return { status: response.status, body: (await response.json()) as Answer };
  };
  const projects = await read("/projects");
  if (projects.status === 401) {
    system.authActions.logout([schemeName]);
    explain(system, "This key is not valid: it is mistyped, unknown, expired or revoked.");
    return {};
  }
  if (projects.status !== 200) {
    explain(system, `The ids are not filled in. ${projects.body.detail}`);
    return {};
  }
  const listed = projects.body.data as readonly { readonly id: string }[];
  if (listed.length === 0) explain(system, "This key is valid, but may read no project.");
  for (const { id: projectId } of listed.slice(0, 10)) {
    const { body } = await read(`/projects/${projectId}`);
    const { sensors = [] } = (body.data ?? {}) as { sensors?: readonly { readonly id: string }[] };
    if (sensors[0] !== undefined) return { projectId, sensorId: sensors[0].id };
  }
  return listed[0] === undefined ? {} : { projectId: listed[0].id };
}

interface Answer {
  readonly data?: unknown;
  readonly detail?: string;
}

function fillIds({ specSelectors, specActions }: System, ids: Ids): void {
  const paths = specSelectors.specJson().get("paths");
  for (const path of Object.keys(paths?.toJS() ?? {})) {
    const parameters = paths?.get(path)?.get("get")?.get("parameters");
    for (const parameter of (parameters ?? []) as Iterable<Kept>) {
      const id = ids[(parameter.toJS() as { readonly name: string }).name];
      if (id !== undefined) specActions.changeParamByIdentity([path, "get"], parameter, id);
    }
  }
}
