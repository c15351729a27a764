import { readFileSync } from "node:fs";
import { packageFile } from "../../src/system/package-files.ts";
import type { Target } from "../drive.ts";
import { choosePages, measurementsPath, pageVariables } from "../pages.ts";
import { comparePair, underLoad } from "../pair.ts";
import { publicTarget } from "../servers.ts";
import { atLeast, type Work } from "../work.ts";

const name = "graphql-http";

export const graphqlHttp: Work = {
  name,
  summary: "pages of 288 samples over GraphQL, compared with the same over REST",
  async run(bench) {
    const { gateway, pace } = bench;
    const pages = choosePages(288, bench.size);
    const rest = publicTarget(
      gateway,
      bench,
      pages.map((page) => ({ path: measurementsPath(page) })),
    );
    // The route's own document, so that both read the same.
    const query = readFileSync(packageFile("src/rest/routes/list-measurements.graphql"), "utf8");
    const graphql: Target = {
      url: gateway.internalUrl ?? "",
      headers: {
        ...rest.headers,
        "content-type": "application/json",
        accept: "application/graphql-response+json",
      },
      requests: pages.map((page) => ({
        method: "POST",
        path: "/graphql",
        body: JSON.stringify({ query, variables: pageVariables(page) }),
      })),
    };
    const { ratio, sides } = await comparePair(
      [underLoad("graphql", gateway, graphql), underLoad("rest", gateway, rest)],
      "perSecond",
      pace,
    );
    return [{ name, value: ratio, unit: "ratio", bar: atLeast(0.7), sides, notes: [] }];
  },
};
