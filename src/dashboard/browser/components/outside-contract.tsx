import { pushParameters } from "../state/address.ts";
import { useProject } from "../state/project-scope.tsx";
import { dateText, localDate } from "../time/local-time.ts";
import { isOutside, rangeOfDays } from "../time/range.ts";

/** Says that the range lies outside the contract, and leads into it; null where it does not. */
export function useOutsideContract() {
  const { range, zone, contract } = useProject();
  if (contract === null || !isOutside(range, contract)) return null;
  const days = rangeOfDays(Math.max(contract.toDay - 6, contract.fromDay), contract.toDay, zone);
  const [start, end] = [contract.first, contract.last].map((second) =>
    dateText(localDate(second, zone)),
  );
  return (
    <>
      <p>
        This range lies outside the contract, which runs from {start} to {end}.
      </p>
      <button type="button" onClick={() => pushParameters({ from: days.from, to: days.to })}>
        Last 7 days of the contract
      </button>
    </>
  );
}
