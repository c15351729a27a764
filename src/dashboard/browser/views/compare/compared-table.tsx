import "./compare.css";
import {
  comparedLevels,
  countText,
  roundedLevel,
  signedTwoDecimals,
  twoDecimals,
} from "../../components/level-text.ts";
import { numberColumn, PlainTable, textColumn } from "../../components/plain-table.tsx";
import { limitAndCriterion } from "../../components/limit-and-criterion.ts";
import { QueryNote } from "../../components/query-note.tsx";
import { percentText } from "../../components/share-text.ts";
import type { ProjectCriteriaQuery } from "../../graphql/generated/project-criteria.ts";
import type { Query } from "../../graphql/use-query.ts";
import { useProject } from "../../state/project-scope.tsx";
import { shownUntil } from "../../state/shown-until.ts";
import { dateTimeText } from "../../time/local-time.ts";
import { type ContractDays, isOutside } from "../../time/range.ts";
import { stateCounts, windowState } from "../compliance/window-state.ts";
import { type Compared, type ComparedSide, differenceOf } from "./use-compared.ts";

type Figures = NonNullable<ComparedSide["figures"]>;

/** The share by which the valid times of two sides may differ: more exceedances of a longer time say nothing. */
const mostApart = 0.1;

/** The answers about both sides: levels, exceedances and verdicts, and how far the first is above the second. */
export function ComparedTable(props: {
  readonly compared: Compared;
  readonly criteria: Query<ProjectCriteriaQuery>;
  readonly isStale: boolean;
}) {
  const { criteria } = props;
  const { sides, weighting } = props.compared;
  const { contract } = useProject();
  const both = <Value,>(of: (side: Figures) => Value): [Value | null, Value | null] => {
    const [first, second] = sides.map(({ figures }) => (figures === null ? null : of(figures)));
    return [first ?? null, second ?? null];
  };
  const [own, other] = both(({ total }) => total?.buckets[0]?.coveredSeconds);
  const hasCounts =
    own == null || other == null || Math.abs(own - other) <= mostApart * Math.max(own, other);
  const rows = [
    levelRow(
      `L${weighting}eq`,
      both(({ total }) => total?.buckets[0]?.Leq),
    ),
    ...(["Lday", "Levening", "Lnight", "Lden"] as const).map((name) =>
      levelRow(
        name,
        both(({ indicators }) => indicators?.longTerm?.[name]),
      ),
    ),
    countRow(
      "Exceedances",
      both(({ total }) => (total?.buckets[0]?.maxOver == null ? null : total.buckets[0].events)),
      hasCounts,
    ),
    ...(criteria.data?.project?.criteria ?? []).map(({ id, name }) => {
      const states = both(({ assessments }) =>
        (assessments?.data ?? [])
          .filter(({ criterionId }) => criterionId === id)
          .map((window) => windowState(window, shownUntil.value, contract)),
      );
      const words = states.map((all) => stateCounts(all ?? []) || "–");
      // A side without a window, or without an answer, has nothing to differ from.
      const [first = null, second = null] = states.map((all) =>
        all?.length ? all.filter((state) => state === "exceeded").length : null,
      );
      const [, , , difference] = countRow("", [first, second], hasCounts);
      return [name, ...words, difference];
    }),
    [
      "Valid data",
      ...both(({ total }) => total?.buckets[0]?.coverage).map((share) =>
        share == null ? "–" : percentText(share),
      ),
      "",
    ],
  ];
  return (
    <section
      class={props.isStale ? "card fade dimmed" : "card fade"}
      aria-label="Answers"
      data-testid="answers"
    >
      <h2>Answers</h2>
      <PlainTable<(typeof rows)[number]>
        label="Answers of both"
        class="compared-table"
        rows={rows}
        keyOf={(cells) => String(rows.indexOf(cells))}
        columns={[
          textColumn("Figure", ([figure]) => figure),
          numberColumn(sides[0].name, ([, first]) => first),
          numberColumn(sides[1].name, ([, , second]) => second),
          numberColumn("Difference", ([, , , difference]) => difference),
        ]}
        hasHeads
      />
      {sides.map((side) => contract !== null && <CutNote {...side} contract={contract} />)}
      {criteria.issues.length > 0 && (
        <p>Verdicts are not compared, for the criteria could not be read.</p>
      )}
      <QueryNote query={criteria} />
      <p class="muted small">
        Difference: first minus second; of criteria, of their exceeded windows.
        {hasCounts ? " " : " Counts have none: the valid times differ by more than a tenth. "}
        Lday to Lden are indicative.
        {(criteria.data?.project?.criteria ?? []).length > 0 && ` ${limitAndCriterion}`}
      </p>
    </section>
  );
}

/** The days of which a side has figures, where the contract has not all of them. */
function CutNote({ name, part, contract }: ComparedSide & { readonly contract: ContractDays }) {
  const { zone } = useProject();
  if (isOutside(part, contract))
    return <p role="note">{name}: the contract has none of its days.</p>;
  const first = Math.max(part.first, contract.first);
  const last = Math.min(part.last, contract.last);
  if (first === part.first && last === part.last) return null;
  const bounds = [first, last + 1].map((second) => dateTimeText(second, zone)).join(" to ");
  return (
    <p role="note">
      {name}: only {bounds}, for the contract has no more of its days.
    </p>
  );
}

type Both = readonly [number | null | undefined, number | null | undefined];

function levelRow(name: string, [first = null, second = null]: Both) {
  const difference = differenceOf(first, second);
  // Lden has one decimal where the row adds up in it.
  const isLden = name === "Lden";
  const text = (level: number | null) =>
    level === null ? "–" : isLden ? roundedLevel(level) : twoDecimals(level);
  const compared =
    isLden && first !== null && second !== null ? comparedLevels(first, second, difference) : null;
  return [
    name,
    compared?.level ?? text(first),
    compared?.limit ?? text(second),
    difference === null ? "–" : (compared?.over ?? signedTwoDecimals(difference)),
  ];
}

/** Without a difference where the times that are counted are too unlike. */
function countRow(
  name: string,
  [first, second]: readonly [number | null, number | null],
  isCompared: boolean,
) {
  const difference = isCompared ? differenceOf(first, second) : null;
  const sign = difference === 0 ? "±" : (difference ?? 0) > 0 ? "+" : "−";
  return [
    name,
    first === null ? "–" : countText(first),
    second === null ? "–" : countText(second),
    difference === null ? "–" : `${sign}${countText(Math.abs(difference))}`,
  ];
}
