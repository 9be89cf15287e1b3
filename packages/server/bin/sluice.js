#!/usr/bin/env node
// A launcher that is committed, so that npm links the command before anything is built.
await import('../dist/main.js')
