import { Temporal } from "temporal-polyfill";

const { API = "http://127.0.0.1:8080/api/v0", KEY } = process.env;
const [projectId, sensorId, day] = process.argv.slice(2);
if (projectId === undefined || sensorId === undefined) {
  console.error("usage: node day.mjs project sensor [day]");
  process.exit(2);
}

interface Page {
  readonly data: readonly { readonly datetime: string; readonly Leq: number | null }[];
  readonly cursor: number | null;
}

interface Problem {
  readonly code?: string;
  readonly detail?: string;
  readonly requestId?: string;
}

const { timezone } = (await get<{ data: { timezone: string } }>(`/projects/${projectId}`)).data;
const date =
  day === undefined
    ? Temporal.Now.plainDateISO(timezone).subtract({ days: 1 })
    : Temporal.PlainDate.from(day);
const start = (of: Temporal.PlainDate) => of.toZonedDateTime(timezone).toInstant();
const query = new URLSearchParams({
  startAt: start(date).toString(),
  endAt: start(date.add({ days: 1 }))
    .subtract({ seconds: 1 })
    .toString(),
  limit: "2000",
});
const samples: Page["data"][number][] = [];
for (let cursor: number | null = 0; cursor !== null;) {
  query.set("cursor", String(cursor));
  const path = `/projects/${projectId}/sensors/${sensorId}/measurements`;
  const page: Page = await get<Page>(`${path}?${query}`);
  samples.push(...page.data);
  cursor = page.cursor;
}
console.log(`${samples.length} samples`);
for (const sample of [samples.at(0), samples.at(-1)]) {
  if (sample !== undefined) console.log(sample.datetime);
}

async function get<Answer>(path: string, attemptsLeft = 4): Promise<Answer> {
  if (KEY === undefined) return stop("KEY is not set: it is your API key.");
  const signal = AbortSignal.timeout(10_000);
  const headers = { "svc-api-key": `Bearer ${KEY}` };
  const answer = fetch(API + path, { signal, headers });
  const response = await answer.catch((error) =>
    stop(`${API} cannot be reached: ${error.cause ?? error}`),
  );
  const body = (await response.json().catch(() => null)) as (Answer & Problem) | null;
  if (response.ok && body !== null) return body;
  if (response.ok) stop(`The answer is not JSON. Is ${API} the address of the gateway?`);
  const isRetryable = [429, 502, 503, 504].includes(response.status);
  if (attemptsLeft === 0 || !isRetryable || body?.code === "contract_unavailable") {
    const { status, statusText } = response;
    stop(
      body?.requestId === undefined
        ? `${status} ${statusText}, and not from the gateway: a proxy answers.`
        : `${body.detail} (request ${body.requestId})`,
    );
  }
  // A proxy may leave `Retry-After` out.
  const wait = response.headers.get("Retry-After") ?? "";
  const seconds = /^\d+$/.test(wait) ? Number(wait) : 5;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return get(path, attemptsLeft - 1);
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
