import type { ArgumentValue } from "./graphql-values.ts";
import type {
  Directive,
  FieldSelection,
  FragmentSelection,
  Selection,
} from "./graphql-selections.ts";

/** A document with one operation, `Q`, and the values of its variables. */
export interface GraphqlDocument {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Writes selections as a document that is valid: every variable and fragment is declared and used, and
 * nothing that differs has one name. A field with arguments has its own name once in a document.
 */
export function printDocument(selections: readonly Selection[]): GraphqlDocument {
  const variables: Record<string, unknown> = {};
  const declarations: string[] = [];
  const fragments: string[] = [];
  const used = new Set<string>();

  const declare = (type: string, value: unknown) => {
    const name = `v${declarations.length}`;
    declarations.push(`$${name}: ${type}`);
    variables[name] = value;
    return `$${name}`;
  };
  const printArgument = ({ argument, value, literal, variable }: ArgumentValue) =>
    `${argument.name}: ${variable ? declare(String(argument.type), value) : literal}`;
  const printDirective = (directive: Directive | null) => {
    if (directive === null) return "";
    const { name, value, variable } = directive;
    return ` @${name}(if: ${variable ? declare("Boolean!", value) : String(value)})`;
  };
  const printAll = (all: readonly Selection[]): string =>
    `{ ${all.map((each) => (each.kind === "field" ? printField(each) : printFragment(each))).join(" ")} }`;
  const printField = ({
    field,
    aliased,
    directive,
    selections: below,
    ...each
  }: FieldSelection) => {
    const isTaken = field.args.length > 0 && used.has(field.name);
    const alias = aliased || isTaken ? `a${used.size}: ` : "";
    used.add(alias === "" ? field.name : alias);
    const written = each.arguments.map(printArgument).join(", ");
    const called = written === "" ? field.name : `${field.name}(${written})`;
    return `${alias}${called}${printDirective(directive)}${below === null ? "" : ` ${printAll(below)}`}`;
  };
  const printFragment = ({ on, named, directive, selections: below }: FragmentSelection) => {
    const head = printDirective(directive);
    if (!named) return `... on ${on}${head} ${printAll(below)}`;
    const body = printAll(below);
    const name = `F${fragments.length}`;
    fragments.push(`fragment ${name} on ${on} ${body}`);
    return `...${name}${head}`;
  };

  const body = printAll(selections);
  const head = declarations.length === 0 ? "query Q" : `query Q(${declarations.join(", ")})`;
  return { query: [`${head} ${body}`, ...fragments].join("\n"), variables };
}
