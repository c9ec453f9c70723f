#!/usr/bin/env node
try {
  require('../dist/start.js').start(require);
} catch (error) {
  // A part of the program is not there, such as while another version is installed, and with it every word of its own.
  if (error.code !== 'MODULE_NOT_FOUND') throw error;
  process.exitCode = 14;
  const message = 'genctl could not start';
  const [why] = error.message.split('\n');
  const hint = 'wait until the install is complete (npm install -g genctl), then run it again';
  const failure = { code: 'not_started', message, hint, retryable: true, exit_code: 14 };
  const text = process.argv.includes('--json')
    ? JSON.stringify({ error: { ...failure, job_id: null, idempotency_key: null, why } })
    : `✗ ${message}\n  ${why}\n  → ${hint}`;
  process.stderr.write(`${text}\n`);
}
