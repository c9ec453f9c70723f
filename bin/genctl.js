#!/usr/bin/env node
const { isAnswered } = require('../dist/known-answer.js');
if (!isAnswered) {
  require('../dist/main.js');
  try {
    // main.js loads the rest after this.
    require('../dist/cached-code.js');
  } catch {
    // There is no home: what needs one says so.
  }
}
