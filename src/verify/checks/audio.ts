import {
  checksByOperation,
  checksOf,
  demand,
  demandEqual,
  demandInstant,
  demandProblem,
  type Json,
  NotChecked,
  read,
  type Target,
} from "../check.ts";

const fieldChecks = checksByOperation({
  async "S 2: a record has both audio fields or null in both, and none where audio is not requested"(
    target,
    operation,
  ) {
    for (const withAudio of ["true", "false"]) {
      const page = await read(
        target,
        target.page({ withAudio, limit: 50, orderBy: "desc" }, operation),
      );
      for (const record of page.data) {
        demandEqual(
          "audioUrl" in record && "audioExpiresAt" in record,
          withAudio === "true",
          "audio fields",
        );
        demandEqual(typeof record.audioUrl, typeof record.audioExpiresAt, "the audio pair");
        if (typeof record.audioUrl !== "string") continue;
        demandEqual(record.audioUrl.startsWith("/api/v0/audio/"), true, "a relative audioUrl");
        demandInstant(record.audioExpiresAt, "audioExpiresAt");
        const seconds = secondsBetween(record.limitRecalculatedAt, record.audioExpiresAt);
        demandEqual(seconds > 0 && seconds <= 86_400, true, "a lease of at most a day");
      }
    }
  },
});

const downloadChecks = checksOf({
  async "S 4.6, C 2.5: a recording is FLAC, whole or in one part"(target) {
    const { client, sensor } = target;
    const { audioUrl, datetime } = await recordOf(target);
    const whole = await client.send(audioUrl);
    demand(whole.status === 200 && whole.text.startsWith("fLaC"), whole, "200 with FLAC");
    const field = (name: string) => whole.headers.get(name);
    demandEqual(field("content-type"), "audio/flac", "Content-Type");
    demandEqual(field("content-length"), String(whole.text.length), "Content-Length");
    demandEqual(field("accept-ranges"), "bytes", "Accept-Ranges");
    const name = `${sensor}_${datetime.replaceAll(/[-:]|\.000/g, "")}.flac`;
    demandEqual(field("content-disposition"), `inline; filename="${name}"`, "Content-Disposition");
    const size = whole.text.length;
    for (const [range, from, to] of [
      ["bytes=2-5", 2, 6],
      ["bytes=-3", size - 3, size],
      [`bytes=${size - 1}-`, size - 1, size],
      [`bytes=${size - 2}-${size + 9}`, size - 2, size],
      [`bytes=-${size + 9}`, 0, size],
    ] as const) {
      const part = await client.send(audioUrl, { headers: { range } });
      demand(
        part.status === 206 && part.text === whole.text.slice(from, to),
        part,
        `206 of ${range}`,
      );
      demandEqual(
        part.headers.get("content-range"),
        `bytes ${from}-${to - 1}/${size}`,
        "Content-Range",
      );
    }
    for (const beyond of [`bytes=${size}-`, "bytes=-0"]) {
      const none = await client.send(audioUrl, { headers: { range: beyond } });
      demandProblem(none, 416, "range_not_satisfiable");
      demandEqual(none.headers.get("content-range"), `bytes */${size}`, "Content-Range");
    }
    for (const headers of [
      { range: "bytes=0-1,3-4" },
      { range: "bytes=5-2" },
      { range: "bytes=0-1", "if-range": '"1"' },
    ]) {
      const again = await client.send(audioUrl, { headers });
      demand(again.status === 200 && again.text === whole.text, again, "200 with the whole");
    }
  },
  async "S 4.6, S 5.8: a recording needs a key, and takes no parameter"(target) {
    const { audioUrl } = await recordOf(target);
    demandProblem(await target.client.send(audioUrl, { key: null }), 401, "unauthorized");
    demandProblem(await target.client.send(`${audioUrl}?x=1`), 400, "invalid_request");
    demandProblem(await target.client.send(`${audioUrl}0`), 404, "not_found");
  },
});

/** Leases and downloads. */
export const audioChecks = [...fieldChecks, ...downloadChecks];

function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1000;
}

async function recordOf(target: Target): Promise<Json> {
  const page = await read(target, target.page({ withAudio: "true", orderBy: "desc", limit: 50 }));
  const found = page.data.find(({ audioUrl }: Json) => audioUrl !== null);
  if (found === undefined) throw new NotChecked("the last 50 samples have no recording");
  return found;
}
