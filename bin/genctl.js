#!/usr/bin/env node
const { enableCompileCache } = require('node:module');
enableCompileCache?.();
const { isAnswered } = require('../dist/main.js');
if (!enableCompileCache && !isAnswered) {
  try {
    // Before Node 22.8: main.js loads the rest after this.
    require('../dist/cached-code.js');
  } catch {
    // There is no home: what needs one says so.
  }
}
