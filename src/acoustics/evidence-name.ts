/**
 * The name of the evidence of a range if no other is given: `quay_20190301T000000Z_20190331T225959Z.tar.gz`. Instants
 * are `YYYY-MM-DDTHH:mm:ss.sssZ`.
 */
export function evidenceName(projectId: string, startAt: string, endAt: string): string {
  const [start, end] = [startAt, endAt].map((at) =>
    at.replace(/\..*/, "Z").replaceAll(/[-:]/g, ""),
  );
  return `${projectId}_${start}_${end}.tar.gz`;
}
