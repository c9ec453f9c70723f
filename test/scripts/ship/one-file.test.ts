import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { oneFile } from '../../../scripts/ship/one-file.ts';

/** Runs a file as a single executable runs its own. */
function runFile(chunks: Record<string, string>): unknown[] {
  const said: unknown[] = [];
  const text = oneFile(new Map(Object.entries(chunks)));
  new Function('require', 'say', text)(createRequire(import.meta.url), (word: unknown) => said.push(word));
  return said;
}

it('the one file runs each chunk when it is asked for, and once', () => {
  const said = runFile({
    'start.js': "exports.start = (require) => { require('../dist/main.js'); require('./word.js'); };",
    'main.js': "say('main'); say(require('./word.js').word);",
    'word.js': "say('word'); exports.word = require('node:path').posix.sep;",
    'never.js': "say('never');",
  });
  expect(said).toEqual(['main', 'word', '/']);
});

it('the folder of the chunks lies beneath the executable, where there can be none', () => {
  expect(runFile({ 'start.js': 'exports.start = () => say(__filename);' })).toEqual([
    `${process.execPath}/dist/start.js`,
  ]);
});
