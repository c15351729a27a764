import { execFile } from "node:child_process";
import { access, copyFile, mkdir, readFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { packageFile } from "../../src/system/package-files.ts";
import { withServer } from "../support/local-server.ts";
import { readBlocks } from "../support/page-blocks.ts";
import { expect, test } from "./acoustic.ts";

const run = promisify(execFile);
const nginx = "/usr/sbin/nginx";
const page = "docs/production.md";

/** The paths below /opt/acoustic that a text names, from the root of the package. */
function pathsIn(text: string): string[] {
  return Array.from(text.matchAll(/\/opt\/acoustic\/(?<path>[\w./@-]+)/g), ({ groups }) =>
    (groups?.["path"] ?? "").replace(/\.$/, ""),
  );
}

test("every file of the package that the page copies, links or runs is there", async () => {
  const paths = pathsIn(await readFile(packageFile(page), "utf8"));
  expect(paths.length).toBeGreaterThan(10);
  for (const path of paths) await access(packageFile(path));
});

test("nginx takes the configuration that the page makes of that in ops/proxy", async ({
  folder,
}) => {
  const there = await access(nginx).then(
    () => true,
    () => false,
  );
  test.skip(!there, "nginx is not installed");
  const blocks = await readBlocks(page);
  const block = blocks.find(({ section }) => section === "TLS")?.text ?? "";
  const etc = join(folder.path, "etc");
  await mkdir(join(etc, "tls"), { recursive: true });
  for (const path of pathsIn(block).filter((name) => name.endsWith(".conf"))) {
    await copyFile(packageFile(path), join(etc, path.replace("ops/proxy/", "")));
  }
  const lines = block.replaceAll("\\\n", " ").split("\n");
  const edits = lines.filter((line) => line.startsWith("sed ")).join("\n");
  await run("bash", ["-ec", edits.replaceAll("/etc/acoustic-proxy", etc)]);
  const tls = await readFile(join(etc, "tls.conf"), "utf8");
  expect(tls).toContain("\nlisten 443 ssl;\n");
  const site = await readFile(join(etc, "site.conf"), "utf8");
  expect(site).toMatch(/server 127\.0\.0\.1:8080 max_fails/);
  expect(site.match(/^server \{$/gm)).toHaveLength(1);
  // nginx opens what it listens on, also to test its configuration.
  const socket = `listen unix:${join(folder.path, "socket")} `;
  await folder.write("etc/tls.conf", tls.replace("listen 443 ", socket));
  const certificate = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"];
  await run("openssl", [...certificate, "-keyout", "privkey.pem", "-out", "fullchain.pem"], {
    cwd: join(etc, "tls"),
  });
  const { stderr } = await run(nginx, ["-t", "-p", folder.path, "-c", join(etc, "nginx.conf")]);
  expect(stderr).toContain("test is successful");
});

test("the page waits for a service that has just been started until it is ready", async () => {
  // A server that starts does not answer the first request. curl repeats it only with --retry-all-errors.
  let requests = 0;
  const answer: RequestListener = (request, response) => {
    requests += 1;
    if (requests === 1) request.socket.destroy();
    else response.end();
  };
  const blocks = await readBlocks(page);
  const lines = blocks.flatMap(({ text }) =>
    text.split("\n").filter((line) => line.includes("/health/ready")),
  );
  expect(lines).toHaveLength(2);
  expect(new Set(lines).size).toBe(1);
  await withServer(answer, async (url) => {
    await run("bash", ["-ec", (lines[0] ?? "").replace("8081", new URL(url).port)]);
  });
  expect(requests).toBe(2);
});
