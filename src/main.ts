#!/usr/bin/env node
// This file has only syntax that every version of Node can parse: an old version cannot load the program, and would
// end with a SyntaxError.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major > 20 || (major === 20 && minor >= 19)) {
  // Imported for its effect: it runs the command.
  void import(new URL("program/main.js", import.meta.url).href);
} else {
  console.error(`acoustic: Node.js ${process.versions.node} is too old: install 20.19 or later.`);
  process.exitCode = 2;
}
