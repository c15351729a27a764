import { useEffect } from "preact/hooks";
import { Frame, viewNames } from "./components/frame/frame.tsx";
import { useKeptPlace } from "./components/frame/use-kept-place.ts";
import { QueryNote } from "./components/query-note.tsx";
import { lazyPart } from "./components/lazy-part.tsx";
import { rangeWithoutSamples } from "./components/range-without-samples.tsx";
import { Skeleton } from "./components/skeleton.tsx";
import type { Issue } from "./graphql/ask.ts";
import { siteDocument } from "./graphql/generated/site.ts";
import { type QueryState, refusal, useQuery } from "./graphql/use-query.ts";
import { address } from "./state/address.ts";
import type { ViewName } from "./state/address-text.ts";
import { apiKey, lacksScope } from "./state/api-key.ts";
import { ProjectScopeProvider, useProjectIfAny } from "./state/project-scope.tsx";
import { projects } from "./state/site.ts";
import { KeyForm } from "./views/key-form/key-form.tsx";
import { Overview } from "./views/overview/overview.tsx";

/** The key form; with a key, the view of the address. */
export function App() {
  return apiKey.value === null ? <KeyForm /> : <Site />;
}

function Site() {
  const site = useQuery(siteDocument, {}, projectsScope);
  useEffect(() => {
    // One that cannot be read again is as it was.
    if (site.data?.projects != null) projects.value = site.data.projects;
  }, [site.data]);
  const isOnWall = address.value.view === "wall";
  useEffect(() => {
    if (!isOnWall) return undefined;
    // A screen on a wall is not loaded anew for weeks, in which sensors come and contracts are prolonged.
    const timer = setInterval(site.reload, 3_600_000);
    return () => clearInterval(timer);
  }, [isOnWall, site.reload]);
  // The chunk of the first view comes while the site is read, and the schedule behind it, which is there then when the
  // server no longer is. What could not be loaded here is loaded again when it is shown.
  useEffect(() => {
    const own = Object.entries(chunks).find(([name]) => name === address.peek().view);
    for (const load of [own?.[1], chunks.schedule]) load?.().catch(() => undefined);
  }, []);
  useKeptPlace();
  const project = projects.value?.find(({ id }) => id === address.value.project) ?? null;
  return (
    <ProjectScopeProvider key={project?.id} project={project}>
      {(scope) => {
        const isKnown = projects.value !== null && (project === null || scope !== null);
        const issues = lacksScope(projectsScope) ? [missingScope] : site.issues;
        return (
          <Frame isKnown={isKnown}>
            <Content site={{ ...site, issues }} isKnown={isKnown} />
          </Frame>
        );
      }}
    </ProjectScopeProvider>
  );
}

const projectsScope = "v0:projects:read";

const missingScope: Issue = {
  ...refusal(projectsScope),
  message: "The dashboard shows nothing without the names of projects and sensors.",
};

/** The view of the address, once it is known what the key may see. */
function Content(props: { readonly site: QueryState; readonly isKnown: boolean }) {
  const { view, project, sensor, sample } = address.value;
  const scope = useProjectIfAny();
  if (projects.value === null && props.site.issues.length > 0) {
    return (
      <>
        <h1>{view === "overview" ? "Overview" : "Nothing can be shown"}</h1>
        <QueryNote query={props.site} />
      </>
    );
  }
  if (!props.isKnown) return <Skeleton height={400} />;
  if (view === "overview") return <Overview />;
  if (view === "wall") return <Wallboard />;
  if (view === "availability" && project === null) return <AvailabilityView />;
  const found = projects.value?.find(({ id }) => id === project);
  const isThere = sensor === null || found?.sensors.some(({ id }) => id === sensor) === true;
  if (found === undefined || !isThere) return <NotFound />;
  const without = scope && viewsOfRange.includes(view) && rangeWithoutSamples(scope);
  if (without) {
    return (
      <>
        <ViewHeading />
        <div class="card">{without}</div>
      </>
    );
  }
  const View = views[view];
  const unread = scope?.read.issues.filter(({ code }) => !saidByViews.has(code)) ?? [];
  // Without one, the range would be another.
  if (scope?.isDefaultRange === true && scope.read.data === null && unread.length > 0) {
    return (
      <>
        <ViewHeading />
        <QueryNote query={{ ...scope.read, issues: unread }} />
      </>
    );
  }
  return (
    <>
      {scope !== null && unread.length > 0 && (
        <QueryNote query={{ ...scope.read, issues: unread }} />
      )}
      <View key={`${view} ${sensor} ${sample}`} />
    </>
  );
}

/** Codes of issues that each part of a view has as well. */
const saidByViews = new Set(["FORBIDDEN", "CONTRACT_UNAVAILABLE"]);

/** The heading of a view that is not shown itself. */
function ViewHeading() {
  const scope = useProjectIfAny();
  return <h1>{viewNames[address.value.view] ?? (scope?.sensor ?? scope?.project)?.name}</h1>;
}

/** Views in chunks of their own. */
const chunks = {
  availability: async () =>
    (await import("./views/availability/availability-view.tsx")).AvailabilityView,
  compare: async () => (await import("./views/compare/compare-view.tsx")).CompareView,
  compliance: async () => (await import("./views/compliance/compliance-page.tsx")).CompliancePage,
  events: async () => (await import("./views/events/event-list.tsx")).EventList,
  project: async () => (await import("./views/project/project-view.tsx")).ProjectView,
  event: async () => (await import("./views/event/event-view.tsx")).EventView,
  report: async () => (await import("./views/report/report-page.tsx")).ReportPage,
  schedule: async () => (await import("./views/schedule/schedule-view.tsx")).ScheduleView,
  sensor: async () => (await import("./views/sensor/sensor-view.tsx")).SensorView,
  wall: async () => (await import("./views/wall/wallboard.tsx")).Wallboard,
};

const lazyView = (name: keyof typeof chunks, height: number) =>
  lazyPart(chunks[name], height, ViewHeading);

const Wallboard = lazyView("wall", 480);
const AvailabilityView = lazyView("availability", 480);

const views: Record<Exclude<ViewName, "overview" | "wall">, preact.FunctionComponent> = {
  project: lazyView("project", 700),
  sensor: lazyView("sensor", 600),
  event: lazyView("event", 900),
  events: lazyView("events", 600),
  schedule: lazyView("schedule", 600),
  compliance: lazyView("compliance", 600),
  report: lazyView("report", 900),
  availability: AvailabilityView,
  compare: lazyView("compare", 480),
};

/** Views that show nothing of a range outside the contract, or of one that has not begun. */
const viewsOfRange: readonly ViewName[] = ["sensor", "events", "compliance", "report", "compare"];

function NotFound() {
  return (
    <>
      <h1>Not there, or not for this key</h1>
      <p>
        <a href="#/">To the overview</a>
      </p>
    </>
  );
}
