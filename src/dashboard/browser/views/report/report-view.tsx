import { lazyPart } from "../../components/lazy-part.tsx";

const ReportPage = lazyPart(async () => (await import("./report-page.tsx")).ReportPage, 900);

/** The printable report of a project, in a chunk of its own. */
export function ReportView() {
  return <ReportPage />;
}
