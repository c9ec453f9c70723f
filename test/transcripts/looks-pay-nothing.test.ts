import { describe, expect, it } from 'vitest';
import { chargingCommandOf } from '../../src/cli/paying-commands.ts';
import { commandLinesIn } from '../mends/command-lines.ts';
import { type Ended, newHome } from './genctl.ts';

/** A word of a prompt for each end that a job may have, and the model that has it. */
const clip = 'vendor-b/video-2.5';
const picture = 'vendor-a/image-1';
const ends: readonly (readonly [scenario: string, model: string])[] = [
  ['soundtrack', clip],
  ...['provider_rejected', 'provider_failed', 'timeout', 'internal', 'quota_exceeded'].flatMap(
    (code) =>
      [
        [code, clip],
        [code, picture],
      ] as const,
  ),
  ...['output_too_large', 'unsupported_media'].flatMap(
    (code) =>
      [
        [code, clip],
        [code, picture],
      ] as const,
  ),
];

const looks: readonly (readonly string[])[] = [
  ['status', 'ID'],
  ['status', 'ID', '--exit-status'],
  ['wait', 'ID'],
  ['wait', 'ID', '-D', 'out', '--timeout', '30s'],
  ['wait', '--all'],
  ['show', 'ID'],
  ['show', 'ID', '@2', '--diff'],
  ['show', 'ID', '--open'],
  ['download', 'ID'],
  ['download', 'ID', '-o', '-'],
  ['sync', '-D', 'out'],
  ['cancel', 'ID'],
  ['jobs'],
  ['jobs', '--refresh'],
  ['gallery', 'ID', '-o', 'page.html'],
  ['recover'],
  ['costs'],
  ['doctor'],
  ['models', clip],
];

/** The lines of a run that could be typed as they stand, and would have something paid for. */
function payingLines({ stderr, stdout }: Pick<Ended, 'stderr' | 'stdout'>): string[] {
  const texts = `${stdout}\n${stderr}`.split('\n').map((text) => failureIn(text) ?? { hint: text, argv: [] });
  // A table has its columns two spaces apart.
  const lines = texts.flatMap(({ argv, hint }) => [argv, ...commandLinesIn(hint.replaceAll(/ {2,}/g, '\n'))]);
  return lines
    .filter((line) => isWhole(line) && chargingCommandOf(line) !== undefined)
    .map((line) => line.join(' '));
}

/** A name of a command among words is no line to type. */
function isWhole([, word]: readonly string[]): boolean {
  return word !== undefined && !word.startsWith('(');
}

/** What a failure in a document says to type. */
function failureIn(text: string): { hint: string; argv: readonly string[] } | undefined {
  if (!text.startsWith('{"error"')) return undefined;
  const { error } = JSON.parse(text) as { error: { hint: string | null; fix?: { argv?: string[] } | null } };
  return { hint: error.hint ?? '', argv: error.fix?.argv?.slice(1) ?? [] };
}

describe('a look at a job that failed', () => {
  it.each(ends)('tells no line that pays: %s of %s', async (scenario, model) => {
    const { run } = newHome();
    const submitted = await run([
      'submit',
      `sandbox:${scenario} a fox`,
      '-m',
      model,
      '-w',
      '-q',
      '--sandbox',
    ]);
    expect(submitted.code, submitted.stderr).toBe(5);
    const id = submitted.stdout.trim();
    // The command that paid may tell how to go on.
    const told: Record<string, string[]> = {};
    for (const look of looks) {
      for (const json of [[], ['--json']]) {
        const words = [...look.map((word) => (word === 'ID' ? id : word)), ...json, '--sandbox'];
        const ended = await run(words);
        const paying = payingLines(ended);
        if (paying.length > 0) told[words.join(' ')] = paying;
      }
    }
    expect(told).toEqual({});
  });
});
