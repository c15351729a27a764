#!/usr/bin/env node
// This file uses only the syntax of every Node: an older one cannot load the program, which would end with a
// SyntaxError.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major > 20 || (major === 20 && minor >= 19)) {
  // Imported for its effect: it runs the command.
  void import(new URL("program/main.js", import.meta.url).href);
} else {
  console.error(`acoustic: Node.js ${process.versions.node} is too old: install 20.19 or later.`);
  process.exitCode = 2;
}
