import { lazyPart } from "../../components/lazy-part.tsx";

const CompliancePage = lazyPart(
  async () => (await import("./compliance-page.tsx")).CompliancePage,
  700,
);

/** The verdicts on the criteria of a project, in a chunk of its own. */
export function ComplianceView() {
  return <CompliancePage />;
}
