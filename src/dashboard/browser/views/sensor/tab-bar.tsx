import { useRef } from "preact/hooks";
import { pushParameters } from "../../state/address.ts";

export type TabName = "levels" | "statistics";

const tabs: readonly { readonly name: TabName; readonly title: string }[] = [
  { name: "levels", title: "Levels" },
  { name: "statistics", title: "Statistics" },
];

/** The tabs of a sensor; ← and → go from one to the next. */
export function TabBar({ selected }: { readonly selected: TabName }) {
  const bar = useRef<HTMLDivElement>(null);
  const choose = (name: TabName) => {
    if (name !== selected) pushParameters({ tab: name === "levels" ? undefined : name });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (direction === 0) return;
    event.preventDefault();
    const index = tabs.findIndex(({ name }) => name === selected) + direction;
    const next = tabs[(index + tabs.length) % tabs.length];
    if (next === undefined) return;
    choose(next.name);
    bar.current?.querySelector<HTMLElement>(`#tab-${next.name}`)?.focus();
  };
  return (
    <div class="tab-bar no-print" role="tablist" aria-label="Views of the sensor" ref={bar}>
      {tabs.map(({ name, title }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={name === selected}
          aria-controls="tab-panel"
          tabIndex={name === selected ? 0 : -1}
          onClick={() => choose(name)}
          onKeyDown={onKeyDown}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
