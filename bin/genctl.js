#!/usr/bin/env node
// This file is in a syntax that any Node reads: one that is too old has to say so.
var node = process.versions.node.split('.');
var major = Number(node[0]);
var minor = Number(node[1]);
var needed = 'Node 20.19 or later, 22.13 or later, or 24 and newer';
var current = 'this is Node ' + process.versions.node;
if (major === 20 ? minor >= 19 : major === 22 ? minor >= 13 : major >= 24) start();
else
  fail(
    'node_too_old',
    'genctl needs ' + needed + '; ' + current,
    current,
    'install a current Node: https://nodejs.org',
  );

function start() {
  try {
    require('../dist/start.js').start(require);
  } catch (error) {
    // A part of the program is not there, such as while another version is installed, and with it every word of its own.
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    failUnstarted(error.message.split('\n')[0]);
  }
}

function failUnstarted(why) {
  var hint = 'wait until the install is complete (npm install -g genctl), then run it again';
  fail('not_started', 'genctl could not start', why, hint, '\n  ' + why + '\n  \u2192 ' + hint);
}

/** Ends 14 with an error in the form that all have. `below`: the lines below the message, for a person. */
function fail(code, message, why, hint, below) {
  var failure = {
    code: code,
    message: message,
    hint: hint,
    retryable: code === 'not_started',
    exit_code: 14,
  };
  failure.job_id = null;
  failure.idempotency_key = null;
  failure.why = why;
  var isJson = process.argv.indexOf('--json') !== -1;
  process.exitCode = 14;
  process.stderr.write(
    (isJson ? JSON.stringify({ error: failure }) : '\u2717 ' + message + (below || '')) + '\n',
  );
}
