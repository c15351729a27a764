import { once } from "node:events";
import { type Fault, send } from "../support/s3-server.ts";
import { type StoreFault, storeFaults, type Target, targetOf } from "./store-faults.ts";
import { download, type Outcome, storeOperations } from "./store-operations.ts";
import { expect, patient, test } from "./store-world.ts";

/** While a store stalls, everything else may be late as well: the outcome is the same. */
const hasty = { ...patient, firstByte: 100, stall: 100 };

/** Answers the requests of one kind in the way of a fault, and counts them. */
function aimAt(
  target: Target,
  { answer }: StoreFault,
): { readonly fault: Fault; readonly hits: unknown[] } {
  const hits: unknown[] = [];
  const fault: Fault = (request, response, carryOut) => {
    if (targetOf(request) !== target) return false;
    hits.push(response);
    answer(response, carryOut);
    return true;
  };
  return { fault, hits };
}

function expectedOf(fault: StoreFault, target: Target, usual: Outcome): readonly Outcome[] {
  if (fault.harmless.includes(target)) return ["done"];
  if (fault.isLate) return [usual, "refused", "cut"];
  return fault.isStall ? [usual, "refused"] : [usual];
}

for (const { title, targets, run } of storeOperations) {
  test(`${title} with an object store of whatever fault is done, refused or cut, and the next request is answered`, async ({
    world,
  }) => {
    expect(await run(world)).toBe("done");
    for (const fault of storeFaults) {
      for (const target of Object.keys(targets) as Target[]) {
        const aimed = aimAt(target, fault);
        world.s3.fault = aimed.fault;
        Object.assign(world.timeouts, fault.isStall ? hasty : patient);
        const outcome = await run(world);
        Object.assign(world.timeouts, patient);
        world.s3.fault = null;
        const where = `${fault.title}, ${target}`;
        if (!fault.isStall) expect(aimed.hits.length, where).toBeGreaterThan(0);
        expect(expectedOf(fault, target, targets[target] ?? "done"), where).toContain(outcome);
        expect(await download(world, null), `after ${where}`).toBe("done");
      }
    }
    expect(await run(world)).toBe("done");
  });
}

for (const { title, run } of storeOperations.slice(0, 3)) {
  test(`${title} of an object that fails while its marker is awaited is refused or cut: nothing is open without a reader`, async ({
    world,
  }) => {
    for (const fault of storeFaults.filter(({ isStall }) => !isStall)) {
      const { fault: answerObject } = aimAt("object", fault);
      let end: (value: unknown) => void = () => undefined;
      const ended = new Promise((resolve) => (end = resolve));
      world.s3.fault = (request, response, carryOut) => {
        if (answerObject(request, response, carryOut)) once(response, "close").then(end, end);
        else void ended.then(() => send(response, carryOut()));
        return true;
      };
      const outcome = await run(world);
      world.s3.fault = null;
      expect(expectedOf(fault, "object", "refused"), fault.title).toContain(outcome);
      expect(await download(world, null), `after ${fault.title}`).toBe("done");
    }
  });
}
