/** Without a contract the service shows no data of a project. */
export function ContractNote() {
  return (
    <p class="contract-note small" role="note">
      The contract of this project is missing or invalid: the operator can mend it with{" "}
      <code>acoustic apply</code>.
    </p>
  );
}
