import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { packageFile } from "../../src/system/package-files.ts";
import { expect, test } from "./acoustic.ts";

const certificate = packageFile("tests/fixtures/tls/localhost.pem");
const key = packageFile("tests/fixtures/tls/localhost.key");

/** The line of a command that has reached the server, which refuses every login. */
const reached = "The database cannot be reached: no login here";
const untrusted =
  /^The database cannot be reached: the certificate of its server is not trusted \(/;
const trusting = `sslmode=verify-full&sslrootcert=${encodeURIComponent(certificate)}`;

for (const [what, host, options, expected] of [
  ["without sslmode, the connection is plain", "localhost", "", `${reached} (plain)`],
  ["sslmode=disable is plain", "localhost", "sslmode=disable", `${reached} (plain)`],
  [
    "sslmode=require encrypts, and trusts any certificate",
    "localhost",
    "sslmode=require",
    `${reached} (TLS)`,
  ],
  [
    "sslmode=verify-full trusts no certificate without its authority",
    "localhost",
    "sslmode=verify-full",
    untrusted,
  ],
  ["sslrootcert names the authority that is trusted", "localhost", trusting, `${reached} (TLS)`],
  ["sslmode=verify-full trusts no certificate of another name", "127.0.0.1", trusting, untrusted],
] as const) {
  test(`${what}; the command ends with 3`, async ({ acoustic }) => {
    await withServer("S", async (port) => {
      const env = {
        DATABASE_URL: `postgres://u:s3cret@${host}:${port}/db?${options}`,
        PORT: "0",
        INTERNAL_PORT: "0",
        LOG_LEVEL: "silent",
      };
      for (const command of [["status"], ["serve"]]) {
        const run = await acoustic(command, { env });
        expect({ code: run.code, stdout: run.stdout }).toEqual({ code: 3, stdout: "" });
        const [first = "", second, ...others] = run.stderr.split("\n");
        if (typeof expected === "string") expect(first).toBe(expected);
        else expect(first).toMatch(expected);
        expect([second, ...others]).toEqual([
          `DATABASE_URL names u@${host}:${port}/db. Without DATABASE_URL, the database in DATA_DIR is used.`,
          "",
        ]);
      }
    });
  });
}

test("a server that does not offer TLS is reported, and gets no login", async ({ acoustic }) => {
  await withServer("N", async (port, logins) => {
    const env = { DATABASE_URL: `postgres://u:s3cret@localhost:${port}/db?sslmode=require` };
    const run = await acoustic(["status"], { env });
    expect(run).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(
        /^The database cannot be reached: its server does not offer TLS\n/,
      ),
    });
    expect(logins).toEqual([]);
  });
});

test("application_name is sent to the server, and no other option of the address", async ({
  acoustic,
}) => {
  await withServer("S", async (port, logins) => {
    const DATABASE_URL = `postgres://u@localhost:${port}/db?${trusting}&application_name=import`;
    await acoustic(["status"], { env: { DATABASE_URL } });
    const [first = ""] = logins;
    expect(first).toContain("application_name\0import\0");
    expect(first).not.toContain("ssl");
  });
});

/** A server as far as the login, which it refuses: `answer` is its answer to a request for TLS. */
async function withServer(
  answer: "S" | "N",
  use: (port: number, logins: readonly string[]) => Promise<void>,
): Promise<void> {
  const logins: string[] = [];
  const refuse = (socket: Socket, bytes: Buffer, way: string) => {
    logins.push(bytes.toString("latin1"));
    const fields = Buffer.from(`SFATAL\0VFATAL\0C28000\0Mno login here (${way})\0\0`);
    const head = Buffer.from([0x45, 0, 0, 0, 0]);
    head.writeInt32BE(fields.length + 4, 1);
    socket.end(Buffer.concat([head, fields]));
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    socket.once("data", (bytes) => {
      if (bytes.readInt32BE(4) !== sslRequest) return refuse(socket, bytes, "plain");
      socket.write(answer);
      if (answer === "N") return;
      const secure = new TLSSocket(socket, {
        isServer: true,
        cert: readFileSync(certificate),
        key: readFileSync(key),
      });
      secure.on("error", () => undefined);
      secure.once("data", (login) => refuse(secure, login, "TLS"));
    });
  });
  // Every name and address of this machine: `localhost` may be one of IPv6.
  server.listen(0);
  await once(server, "listening");
  try {
    await use((server.address() as AddressInfo).port, logins);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

const sslRequest = 80_877_103;
