import { useEffect } from "preact/hooks";
import { Frame } from "./components/frame/frame.tsx";
import { IssueNote } from "./components/issue-note.tsx";
import { Skeleton } from "./components/skeleton.tsx";
import { siteDocument } from "./graphql/generated/site.ts";
import { useQuery } from "./graphql/use-query.ts";
import { address, type ViewName } from "./state/address.ts";
import { apiKey } from "./state/api-key.ts";
import { ProjectScopeProvider } from "./state/project-scope.tsx";
import { projects } from "./state/site.ts";
import { EventView } from "./views/event/event-view.tsx";
import { EventsView } from "./views/events/events-view.tsx";
import { KeyForm } from "./views/key-form/key-form.tsx";
import { Overview } from "./views/overview/overview.tsx";
import { ProjectView } from "./views/project/project-view.tsx";
import { ReportView } from "./views/report/report-view.tsx";
import { ScheduleView } from "./views/schedule/schedule-view.tsx";
import { SensorView } from "./views/sensor/sensor-view.tsx";

/** The key form; with a key, the view of the address. */
export function App() {
  return apiKey.value === null ? <KeyForm /> : <Site />;
}

function Site() {
  const site = useQuery(siteDocument, {});
  useEffect(() => {
    projects.value = site.data?.projects ?? null;
  }, [site.data]);
  const [issue] = site.issues;
  if (site.data === null && issue !== undefined) {
    return (
      <Frame>
        <h1>Acoustic monitoring</h1>
        <IssueNote issue={issue} />
      </Frame>
    );
  }
  if (projects.value === null)
    return (
      <Frame>
        <Skeleton height={400} />
      </Frame>
    );
  return <View />;
}

function View() {
  const { view, project: projectId } = address.value;
  const project = projects.value?.find(({ id }) => id === projectId);
  if (view === "overview") {
    return (
      <Frame>
        <Overview />
      </Frame>
    );
  }
  if (project === undefined) {
    return (
      <Frame>
        <NotFound />
      </Frame>
    );
  }
  const Content = views[view];
  return (
    <ProjectScopeProvider
      key={project.id}
      project={project}
      loading={
        <Frame>
          <Skeleton height={400} />
        </Frame>
      }
    >
      <Frame ofProject>
        <Content key={`${view} ${address.value.sensor} ${address.value.sample}`} />
      </Frame>
    </ProjectScopeProvider>
  );
}

const views: Record<Exclude<ViewName, "overview">, () => preact.JSX.Element> = {
  project: ProjectView,
  sensor: SensorView,
  event: EventView,
  events: EventsView,
  schedule: ScheduleView,
  report: ReportView,
};

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
