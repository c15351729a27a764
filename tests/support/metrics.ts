import type { APIRequestContext } from "playwright/test";

/** Reads metrics of a gateway by name, in the given order. NaN stands for a missing one. */
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
