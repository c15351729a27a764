#!/usr/bin/env -S node --heap-growing-percent=150
// Imported for what it does: it runs the command.
await import("#program");
