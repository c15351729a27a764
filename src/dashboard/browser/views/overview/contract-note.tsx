import { contractStep } from "../../components/issue-note.tsx";

/** Without a contract the service shows no data of a project. */
export function ContractNote() {
  return (
    <p class="contract-note small" role="note">
      {contractStep}
    </p>
  );
}
