/**
 * The message of graphql-js or the server about a document, its variables or its body, without the values
 * that it quotes: a value may be a misplaced credential. Names of fields, arguments and variables
 * stay.
 */
export function maskMessage(message: string): string {
  const variable = /^Variable "(?<name>\$\w+)" got invalid value/.exec(message)?.groups?.["name"];
  if (variable !== undefined) return `Variable "${variable}" has a value that is not of its type.`;
  if (message.startsWith("Syntax Error")) {
    return message
      .replace(/\b(Name|String|BlockString|Int|Float) ".*"/s, "$1")
      .replace(/(escape sequence): .*/s, "$1.");
  }
  if (/cannot represent|Expected value of type|does not exist in "/.test(message)) {
    return "A value in the document is not of its type.";
  }
  if (message.startsWith("Unexpected parameter")) return "The body has an unknown member.";
  return message;
}
