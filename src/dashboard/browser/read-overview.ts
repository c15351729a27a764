/** What the dashboard shows of a project. */
export interface Project {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
  readonly contract: { readonly endAt: string } | null;
  readonly sensors: readonly Sensor[];
}

export interface Sensor {
  readonly id: string;
  readonly name: string;
  /** The last level inside the contract, or null. */
  readonly latest: Latest | null;
  /** The last samples inside the contract, the newest first, with or without a level. */
  readonly recent: readonly Pick<Latest, "datetime">[];
  /** Why `latest` could not be read. */
  readonly issue?: string;
}

export interface Latest {
  readonly datetime: string;
  /** dB. */
  readonly Leq: number;
  /** dB; null: none holds. */
  readonly limit: number | null;
}

const query = `{ projects { id name timezone contract { endAt } sensors { id name
  latest { datetime Leq limit }
  recent: measurements(startAt: "0001-01-01", endAt: "9999-12-31", orderBy: desc, limit: 4) { data { datetime } }
} } }`;

interface Answer {
  readonly data?: { readonly projects: readonly AnsweredProject[] | null } | null;
  readonly errors?: readonly Issue[];
}

type AnsweredProject = Omit<Project, "sensors"> & { readonly sensors: readonly AnsweredSensor[] };

type AnsweredSensor = Omit<Sensor, "recent"> & {
  readonly recent: { readonly data: Sensor["recent"] } | null;
};

interface Issue {
  readonly message: string;
  readonly path?: readonly (string | number)[];
}

/** Reads all that the key may, with its latest levels; a text says why that cannot be. */
export async function readOverview(key: string): Promise<readonly Project[] | string> {
  const answer = await ask(key);
  const { data, errors = [] } = answer;
  if (data?.projects == null) return errors[0]?.message ?? "The service cannot be reached.";
  return data.projects.map((project, ofProject) => ({
    ...project,
    sensors: project.sensors.map(({ recent, ...sensor }, ofSensor) => {
      const path = ["projects", ofProject, "sensors", ofSensor, "latest"].join();
      const issue = errors.find((error) => error.path?.join() === path)?.message;
      return { ...sensor, recent: recent?.data ?? [], ...(issue === undefined ? {} : { issue }) };
    }),
  }));
}

async function ask(key: string): Promise<Answer> {
  try {
    const response = await fetch("graphql", {
      method: "POST",
      headers: { "content-type": "application/json", "svc-api-key": `Bearer ${key}` },
      body: JSON.stringify({ query }),
    });
    return await readAnswer(response);
  } catch {
    return {};
  }
}

/** An answer that is no GraphQL is a problem, with the same words in another place. */
async function readAnswer(response: Response): Promise<Answer> {
  const body = (await response.json()) as Answer & { readonly detail?: string };
  return body.detail === undefined ? body : { errors: [{ message: body.detail }] };
}
