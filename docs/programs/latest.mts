import { readFile } from "node:fs/promises";
import type { LatestQuery, LatestQueryVariables } from "./latest.js";

const { GRAPHQL = "http://127.0.0.1:8081/graphql", KEY } = process.env;
const variables: LatestQueryVariables = { projectId: process.argv[2] ?? "" };
const response = await fetch(GRAPHQL, {
  method: "POST",
  headers: { "content-type": "application/json", "svc-api-key": `Bearer ${KEY}` },
  body: JSON.stringify({ query: await readFile("latest.graphql", "utf8"), variables }),
});
const text = await response.text();
if (!response.headers.get("content-type")?.includes("json")) {
  throw new Error(
    `${response.status} ${response.statusText}, and not from the gateway: ${text.slice(0, 200)}`,
  );
}
const answer: { data?: LatestQuery; errors?: { message: string }[] } = JSON.parse(text);
for (const { message } of answer.errors ?? []) console.error(message);
for (const { name, latest } of answer.data?.project?.sensors ?? []) {
  console.log(name, latest?.datetime, latest?.Leq?.toFixed(1), latest?.limit);
}
