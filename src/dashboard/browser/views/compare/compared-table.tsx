import "./compare.css";
import {
  comparedLevels,
  countText,
  signedTwoDecimals,
  twoDecimals,
} from "../../components/level-text.ts";
import { numbers, PlainTable, texts } from "../../components/plain-table.tsx";
import { percentText } from "../../components/share-text.ts";
import { projectCriteriaDocument } from "../../graphql/generated/project-criteria.ts";
import { useQuery } from "../../graphql/use-query.ts";
import { weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { shownUntil } from "../../state/shown-until.ts";
import { stateCounts, windowState } from "../compliance/window-state.ts";
import { type Compared, type ComparedSide, differenceOf } from "./use-compared.ts";

type Figures = NonNullable<ComparedSide["figures"]>;

/** Levels of a side, by their names; the first is that of the weighting. */
const levels: readonly (readonly [
  name: string,
  of: (side: Figures) => number | null | undefined,
])[] = [
  ["", ({ total }) => total?.buckets[0]?.Leq],
  ["Lday", ({ indicators }) => indicators?.longTerm?.Lday],
  ["Levening", ({ indicators }) => indicators?.longTerm?.Levening],
  ["Lnight", ({ indicators }) => indicators?.longTerm?.Lnight],
  ["Lden", ({ indicators }) => indicators?.longTerm?.Lden],
];

/** The answers about both sides: levels, exceedances and verdicts, and how far the second is from the first. */
export function ComparedTable(props: {
  readonly sides: Compared["sides"];
  readonly names: readonly [string, string];
}) {
  const { sides, names } = props;
  const { project, contract } = useProject();
  const criteria = useQuery(projectCriteriaDocument, { project: project.id }).data?.project
    ?.criteria;
  const both = <Value,>(of: (side: Figures) => Value): [Value | null, Value | null] => {
    const [first, second] = sides.map(({ figures }) => (figures === null ? null : of(figures)));
    return [first ?? null, second ?? null];
  };
  const rows = [
    ...levels.map(([name, of]) => {
      const [first = null, second = null] = both(of);
      const difference = differenceOf(first, second);
      const text = (level: number | null) => (level === null ? "–" : twoDecimals(level));
      // Lden has one decimal where the row adds up in it.
      const compared =
        name === "Lden" && second !== null ? comparedLevels(second, first, difference) : null;
      return [
        name === "" ? `L${weighting.value}eq` : name,
        compared?.limit ?? text(first),
        compared?.level ?? text(second),
        difference === null ? "–" : (compared?.over ?? signedTwoDecimals(difference)),
      ];
    }),
    countRow(
      "Exceedances",
      both(({ total }) => total?.buckets[0]?.events ?? null),
    ),
    ...(criteria ?? []).map(({ id, name }) => {
      const states = both(({ assessments }) =>
        (assessments?.data ?? [])
          .filter(({ criterionId }) => criterionId === id)
          .map((window) => windowState(window, shownUntil.value, contract)),
      );
      const exceeded = states.map(
        (all) => all?.filter((state) => state === "exceeded").length ?? null,
      );
      const [, , , difference] = countRow("", [exceeded[0] ?? null, exceeded[1] ?? null]);
      const words = states.map((all) => stateCounts(all ?? []) || "–");
      return [name, ...words, difference];
    }),
    [
      "Data",
      ...both(({ total }) => total?.buckets[0]?.coverage).map((share) =>
        share == null ? "–" : percentText(share),
      ),
      "",
    ],
  ];
  return (
    <section class="card" aria-label="Answers" data-testid="answers">
      <h2>Answers</h2>
      <PlainTable
        label="Answers of both"
        class="compared-table"
        columns={[...texts("Figure"), ...numbers(...names, "Difference")]}
        rows={rows.map(([name = "", ...cells]) => ({ key: name, cells: [name, ...cells] }))}
        hasHeads
      />
      <p class="muted small">
        The second less the first; of windows, the exceeded ones. Lday to Lden are indicative.
      </p>
    </section>
  );
}

function countRow(name: string, [first, second]: readonly [number | null, number | null]) {
  const difference = first === null || second === null ? null : second - first;
  const sign = difference === 0 ? "±" : (difference ?? 0) > 0 ? "+" : "−";
  return [
    name,
    first === null ? "–" : countText(first),
    second === null ? "–" : countText(second),
    difference === null ? "–" : `${sign}${countText(Math.abs(difference))}`,
  ];
}
