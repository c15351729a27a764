import { EventList } from "./event-list.tsx";

/** The exceedances of all sensors of a project. */
export function EventsView() {
  return (
    <>
      <h1>Events</h1>
      <EventList />
    </>
  );
}
