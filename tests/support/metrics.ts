import type { APIRequestContext } from "playwright/test";

/** The values of samples in the metrics of a gateway, in the order asked for; NaN for one that is not there. */
export async function metricsOf(
  http: APIRequestContext,
  internalUrl: string,
  ...samples: readonly string[]
): Promise<number[]> {
  const lines = (await (await http.get(`${internalUrl}/metrics`)).text()).split("\n");
  return samples.map((sample) => {
    const line = lines.find((candidate) => candidate.startsWith(`${sample} `));
    return line === undefined ? Number.NaN : Number(line.slice(sample.length));
  });
}
