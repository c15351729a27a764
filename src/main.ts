#!/usr/bin/env -S node --heap-growing-percent=150
await import("#program");
