import { interpretDocument } from "../../src/graphql/execute.ts";
import { type ReadBudget, recordsPerRequest } from "../../src/operations/read-budget.ts";
import { startTestGateway, type TestGatewayOptions } from "./gateway.ts";

/** A gateway that reports its charges. */
export interface ChargedGateway {
  /**
   * Sends a document. The records that it was charged; one more than a request may read where it was refused for them,
   * and null where it was not executed.
   */
  recordsOf(
    query: string,
    key: string,
    variables?: Readonly<Record<string, unknown>>,
  ): Promise<number | null>;
  stop(): Promise<void>;
}

export async function startChargedGateway(
  options: Omit<TestGatewayOptions, "prepareDocument">,
): Promise<ChargedGateway> {
  const budgets: ReadBudget[] = [];
  const gateway = await startTestGateway({
    ...options,
    prepareDocument: (...prepared) => {
      const { execute } = interpretDocument(...prepared);
      return {
        isCompiled: true,
        execute: (variables, context) => {
          budgets.push(context.budget);
          return execute(variables, context);
        },
      };
    },
  });
  return {
    recordsOf: async (query, key, variables = {}) => {
      const response = await fetch(`${gateway.internalUrl}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json", "svc-api-key": `Bearer ${key}` },
        body: JSON.stringify({ query, variables }),
      });
      await response.arrayBuffer();
      const budget = budgets.pop();
      return budget === undefined ? null : recordsPerRequest - recordsLeft(budget);
    },
    stop: () => gateway.stop(),
  };
}

/** The records that a budget has left, found by halves; −1 where it is exceeded. */
function recordsLeft(budget: ReadBudget): number {
  let [least, most] = [-1, recordsPerRequest];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (hasLeft(budget, middle)) least = middle;
    else most = middle - 1;
  }
  return least;
}

/** Charges the records, and refunds the charge. */
function hasLeft(budget: ReadBudget, records: number): boolean {
  try {
    budget.charge(records);
    budget.charge(-records);
    return true;
  } catch {
    try {
      budget.charge(-records);
    } catch {
      // It is exceeded without them.
    }
    return false;
  }
}
