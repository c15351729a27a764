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
const isJson = response.headers.get("content-type")?.includes("json");
const answer: { data?: LatestQuery; errors?: { message: string }[] } = isJson
  ? JSON.parse(text)
  : {};
const { data, errors } = answer;
if (data === undefined && errors === undefined) {
  throw new Error(
    `${response.status} ${response.statusText}, and not from the gateway: ${text.slice(0, 200)}`,
  );
}
for (const { message } of errors ?? []) console.error(message);
for (const { name, latest } of data?.project?.sensors ?? []) {
  console.log(name, latest?.datetime, latest?.Leq?.toFixed(1), latest?.limit);
}
if (errors !== undefined) process.exitCode = 1;
