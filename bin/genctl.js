#!/usr/bin/env node
const { enableCompileCache } = require('node:module');
enableCompileCache?.();
const { isAnswered } = require('../dist/known-answer.js');
if (!isAnswered) {
  require('../dist/main.js');
  try {
    // Before Node 22.8: main.js loads the rest after this.
    if (!enableCompileCache) require('../dist/cached-code.js');
  } catch {
    // There is no home: what needs one says so.
  }
}
