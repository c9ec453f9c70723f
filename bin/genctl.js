#!/usr/bin/env node
const { isAnswered } = require('../dist/known-answer.js');
if (!isAnswered) {
  let load = () => require('../dist/main.js');
  try {
    ({ load } = require('../dist/cached-code.js'));
  } catch {
    // There is no home: what needs one says so.
  }
  load(require);
}
