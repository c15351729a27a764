import { address, open } from "../../state/address.ts";
import { formatAddress } from "../../state/address-text.ts";
import { type ProjectFacts, projects } from "../../state/site.ts";

/** Opens another project: a list of few, a field with suggestions for many. */
export function ProjectSwitch() {
  const all = projects.value ?? [];
  if (all.length < 2) return null;
  return all.length > 7 ? <ProjectSearch all={all} /> : <ProjectList all={all} />;
}

function ProjectList({ all }: { readonly all: readonly ProjectFacts[] }) {
  return (
    <select
      class="project-switch"
      aria-label="Project"
      value={address.value.project ?? ""}
      onChange={(event) => openProject(event.currentTarget.value)}
    >
      <option value="">All projects</option>
      {all.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

function ProjectSearch({ all }: { readonly all: readonly ProjectFacts[] }) {
  const current = all.find(({ id }) => id === address.value.project);
  return (
    <>
      <input
        class="project-switch"
        aria-label="Project"
        list="project-names"
        placeholder="All projects"
        key={current?.id ?? ""}
        defaultValue={current?.name ?? ""}
        onChange={(event) => {
          const typed = event.currentTarget.value.trim();
          const found = all.find(({ id, name }) => name === typed || id === typed);
          if (found !== undefined || typed === "") openProject(found?.id ?? "");
        }}
      />
      <datalist id="project-names">
        {all.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </>
  );
}

function openProject(project: string): void {
  const view = project === "" ? "overview" : "project";
  open(formatAddress({ view, project, sensor: null, sample: null, parameters: {} }));
}
