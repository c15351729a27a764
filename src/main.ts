#!/usr/bin/env node
// Imported for what it does: it runs the command.
await import("#program");
