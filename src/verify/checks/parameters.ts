import { checksByOperation, checksOf, demand, demandEqual, demandProblem, read } from "../check.ts";

/** Each is one bad parameter, which is appended to the address of a valid range. */
const refused = [
  ..."limit=0 limit=2001 limit=-1 limit=1.5 limit=00001 limit=x limit=".split(" "),
  ..."orderBy=ASC orderBy= orderBy=up fweighting=a fweighting=B fweighting=".split(" "),
  ..."withAudio=1 withAudio=TRUE withAudio= cursor=-1 cursor=01 cursor=x cursor= cursor=1.5".split(
    " ",
  ),
  ..."Limit=1 limits=1 page=2 token=x limit=1&limit=1 startAt=2019-03-01".split(" "),
];

/** Texts that are not instants. */
const noInstants = [
  ..."2019-02-29 2019-13-01 2019-03-01T24:00Z 2019-03-01T12:00:60Z 2019-060 2019-W10-1".split(" "),
  ..."1551398400 2019-03-01Z 2019-3-1 2019-03-01T1:00Z 0000-01-01 2019-03-01T12:00%2B24:00".split(
    " ",
  ),
  ..."2019-03-01T12:00+01:00 20190301 x 2019-03-01T12:00:00.1234567890Z".split(" "),
];

/** Instants, and their milliseconds after midnight in the effective range. */
const instants: readonly (readonly [text: string, milliseconds: number])[] = [
  ["T12:00Z", 12 * 3600_000],
  ["T12:00", 12 * 3600_000],
  ["", 0],
  ["T12:00:01.5Z", 12 * 3600_000 + 1500],
  ["T12:00:00.1239Z", 12 * 3600_000 + 123],
  ["T12:00%2B01:00", 11 * 3600_000],
  ["T12:00-0130", 13.5 * 3600_000],
  ["T12:00%2B02", 10 * 3600_000],
];

const refusedChecks = checksByOperation({
  async "S 4.5, C 2.3: bad, unknown, repeated and empty parameters are 400, by name"(
    { client, page },
    operation,
  ) {
    for (const text of refused) {
      const answer = await client.send(`${page({}, operation)}&${text}`);
      demandProblem(answer, 400, "invalid_request");
      const [name] = text.split("=");
      const named = answer.body.errors?.map(({ parameter }: { parameter: string }) => parameter);
      demandEqual(named, [name], `parameters of ${text}`);
    }
    demandProblem(await client.send("/projects?limit=1"), 400, "invalid_request");
  },
});

const instantChecks = checksOf({
  async "S 4.5: startAt and endAt are required, in this order, and all errors are listed at once"({
    client,
    page,
  }) {
    const [path = ""] = page().split("?");
    const all = await client.send(`${path}?limit=0&orderBy=x`);
    demandProblem(all, 400, "invalid_request");
    const named = all.body.errors.map(({ parameter }: { parameter: string }) => parameter);
    demandEqual(named.toSorted(), ["endAt", "limit", "orderBy", "startAt"], "parameters");
    for (const one of ["startAt", "endAt"]) {
      demandProblem(await client.send(`${path}?${one}=2019-03-01`), 400, "invalid_request");
    }
    const reversed = await client.send(page({ startAt: "2019-03-02", endAt: "2019-03-01" }));
    demandProblem(reversed, 400, "invalid_request");
  },
  async "C 2.3: instants of another form are 400"({ client, page }) {
    const [path = ""] = page().split("?");
    for (const text of noInstants) {
      const answer = await client.send(`${path}?startAt=${text}&endAt=9999-12-31`);
      demandProblem(answer, 400, "invalid_request");
      demand(answer.body.errors.length === 1, answer, "one error");
    }
  },
  async "C 2.3: instants have an offset or none, and are answered in UTC, cut to the millisecond"(
    target,
  ) {
    const { contract, page } = target;
    const date = new Date(Date.parse(contract.startAt) + 86_400_000).toISOString().slice(0, 10);
    for (const [text, milliseconds] of instants) {
      const [path = ""] = page().split("?");
      const { meta } = await read(
        target,
        `${path}?startAt=${date}${text}&endAt=${contract.endAt}&limit=1`,
      );
      const startAt = new Date(Date.parse(date) + milliseconds).toISOString();
      demandEqual(meta.effectiveRange?.startAt, startAt, `startAt=${date}${text}`);
    }
  },
});

/** Query parameters of pages. */
export const parameterChecks = [...refusedChecks, ...instantChecks];
