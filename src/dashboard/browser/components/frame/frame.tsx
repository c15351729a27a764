import "./frame.css";
import "./frame-media.css";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import icon from "../../icon.svg";
import { address, linkTo } from "../../state/address.ts";
import { daysOfAll } from "../../state/days-of-all.ts";
import { productName } from "../../state/product-name.ts";
import type { ViewName } from "../../state/address-text.ts";
import { useProjectIfAny } from "../../state/project-scope.tsx";
import { projects } from "../../state/site.ts";
import { zoneOf } from "../../time/local-time.ts";
import { rangeText } from "../../time/range-text.ts";
import { EndKept } from "../end-kept.tsx";
import { CopyLink } from "./copy-link.tsx";
import { HelpDialog } from "./help-dialog.tsx";
import { KeyMenu } from "./key-menu.tsx";
import { ProjectSwitch } from "./project-switch.tsx";
import { RangeControl } from "./range-control.tsx";
import { StatusLine } from "./status-line.tsx";

/** Header of a line for the place and one for the range, status, and main column of every view. */
export function Frame(props: {
  /** True if it is known what the view is of. */
  readonly isKnown: boolean;
  readonly children: ComponentChildren;
}) {
  const { isKnown, children } = props;
  const scope = useProjectIfAny();
  const { view } = address.value;
  const hasRange = !viewsWithoutRange.includes(view);
  const [anyProject] = projects.value ?? [];
  const ofAll = view === "availability" && scope === null && anyProject !== undefined;
  const range = ofAll
    ? daysOfAll(zoneOf(anyProject.timezone))
    : hasRange
      ? (scope?.range ?? null)
      : null;
  // The bar of a range has its place before the range is known.
  const isReading = !isKnown && address.value.project !== null;
  useEffect(() => {
    const names = [viewNames[view], scope?.sensor?.name, scope?.project.name, productName];
    document.title = names.filter(Boolean).join(" · ");
  }, [view, scope?.project, scope?.sensor]);
  if (view === "wall") {
    return (
      <>
        <StatusLine />
        <main id="main" class="on-wall" tabIndex={-1}>
          {children}
        </main>
      </>
    );
  }
  return (
    <>
      <SkipLink />
      <header class={`frame-header no-print${scope === null ? "" : " of-project"}`}>
        <div class="frame-bar row one-line">
          <a
            class="product text-link row one-line"
            href="#/"
            aria-label={`${productName}: overview`}
            aria-current={view === "overview" ? "page" : undefined}
          >
            <img src={icon} alt="" width={28} height={28} />
            <span class="not-on-phones">{productName}</span>
          </a>
          <Place />
          {scope !== null && <ProjectViews />}
          <div class="frame-tools row one-line">
            <CopyLink class="not-on-phones" range={range} isKnown={isKnown} />
            <HelpDialog />
            <KeyMenu>
              <CopyLink class="only-on-phones" range={range} isKnown={isKnown} />
            </KeyMenu>
          </div>
        </div>
        {hasRange && (scope !== null || isReading) && (
          <div class="frame-bar range-bar row one-line">{scope !== null && <RangeControl />}</div>
        )}
      </header>
      <div class="frame-status no-print">
        <StatusLine />
      </div>
      <main id="main" class="stack" tabIndex={-1}>
        {scope !== null && view !== "report" && (
          <p class="print-only">
            {[
              productName,
              scope.project.name,
              ...(hasRange ? [rangeText(scope.range, scope.zone)] : []),
              scope.zone,
            ].join(" · ")}
          </p>
        )}
        {children}
      </main>
    </>
  );
}

const viewsWithoutRange: readonly ViewName[] = ["overview", "event", "schedule", "wall"];

/** As the title of the window says it; a sensor and a project say their own names. */
export const viewNames: Readonly<Record<ViewName, string | null>> = {
  overview: "Overview",
  project: null,
  sensor: null,
  event: "Exceedance",
  events: "Events",
  schedule: "Schedule",
  compliance: "Compliance",
  report: "Report",
  availability: "Availability",
  compare: "Compare",
  wall: "Wallboard",
};

const tabs = [
  ["project", "Sensors"],
  ["events", "Events"],
  ["compliance", "Compliance"],
  ["availability", "Availability"],
  ["compare", "Compare"],
  ["schedule", "Schedule"],
  ["report", "Report"],
] as const;

/** The project, with a way to others, and its sensor. */
function Place() {
  const scope = useProjectIfAny();
  return (
    <nav aria-label="Breadcrumb" class="breadcrumb row one-line">
      {scope === null ? (
        <ProjectSwitch />
      ) : (
        <ol class="plain-list">
          <li>
            <a class="text-link quiet-link small" href={linkTo({ view: "project" })}>
              <EndKept name={scope.project.name} />
            </a>
            <ProjectSwitch />
          </li>
          {scope.sensor !== null && (
            <li>
              <a
                class="text-link quiet-link small"
                href={linkTo({ view: "sensor" })}
                aria-current={address.value.view === "sensor" ? "page" : "location"}
              >
                <EndKept name={scope.sensor.name} />
              </a>
            </li>
          )}
        </ol>
      )}
    </nav>
  );
}

/** The views of a project; where there is little room, behind a button. */
function ProjectViews() {
  const { view } = address.value;
  const sensor = address.value.sensor ?? undefined;
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [address.value]);
  return (
    <div class={isOpen ? "views open" : "views"}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Views
      </button>
      <nav aria-label="Project" class="tabs">
        {tabs.map(([name, title]) => (
          <a
            key={name}
            class="text-link small"
            href={linkTo({ view: name, parameters: name === "compare" ? { a: sensor } : {} })}
            aria-current={view === name ? "page" : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
    </div>
  );
}

/** A link that keeps the address, which names the view. */
function SkipLink() {
  return (
    <a
      class="skip-link"
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        document.querySelector<HTMLElement>("#main")?.focus();
      }}
    >
      Skip to the content
    </a>
  );
}
