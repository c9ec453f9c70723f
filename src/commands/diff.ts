import { UsageError } from '../errors/endings.ts';
import { fieldFlag } from '../rules/compare/field-flag.ts';
import { requestChanges } from '../rules/compare/request-changes.ts';
import { documentJson } from '../ui/render/job-document.ts';
import { shortenIds } from './context/shorten-ids.ts';
import { sideOf } from './diff/side.ts';
import { digestText } from './journey/files/sidecar-file.ts';
import { defineCommand } from './line/define-command.ts';
import { readIds } from './line/id-words.ts';

export const diffCommand = defineCommand({
  describe:
    'Say what differs between two requests, in the words of the flags, and what became of each: cost, time, result. A prompt is compared word by word: [-gone-] {+new+}. Each is a job of this machine, or the JSON beside a download. Nothing is asked of the service. Ends 0 whether they differ or not; --quiet prints the flags that differ, one a line, and nothing for the same request.',
  arguments: [
    {
      name: 'job',
      says: 'two jobs, or the JSON beside a download (or the download); - reads ids from stdin',
      many: true,
      required: true,
      completes: 'job-or-file',
    },
  ],
  flags: {},
  examples: ['genctl diff @2 @last', 'genctl diff out/job_5f2c-1.png.json @last --json'],
  parse(words) {
    const [before, after, ...others] = readIds('diff', words);
    if (before !== undefined && after !== undefined && others.length === 0) return { before, after };
    const count = before === undefined ? 0 : after === undefined ? 1 : others.length + 2;
    throw new UsageError({
      code: count < 2 ? 'missing_argument' : 'excess_arguments',
      message: `diff takes two jobs, and ${count} ${count === 1 ? 'is' : 'are'} named`,
      why: 'The first is what was, the second is what it became.',
      hint: 'genctl diff @2 @last',
    });
  },
  async run(context, { before, after }) {
    const { clock, globals, terminal } = context;
    const sides = { before: await sideOf(context, before), after: await sideOf(context, after) };
    const changes = requestChanges(sides.before.request, sides.after.request, digestText);
    const named = changes.map((change) => ({ ...change, ...fieldFlag(change.name) }));
    if (globals.json) {
      const fields = named.map(({ after, before, flag, name }) => ({
        name,
        flag,
        before: before ?? null,
        after: after ?? null,
      }));
      const facts = { before: sides.before.facts, after: sides.after.facts };
      const document = { same: fields.length === 0, fields, ...facts };
      terminal.out.write(documentJson('genctl.diff/v1', document, terminal.out));
    } else if (globals.quiet) terminal.out.lines(named.map(({ label }) => label));
    else {
      const { renderDifference } = await import('../ui/render/difference/difference.ts');
      await shortenIds(context, [sides.before.name, sides.after.name]);
      const shown = { ...sides, changes: named, digest: digestText };
      terminal.out.lines(renderDifference(shown, terminal.out, clock.nowMs()));
    }
  },
});
