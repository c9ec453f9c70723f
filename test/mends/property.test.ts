import { expect, it } from 'vitest';
import { type AnyFlag, longName } from '../../src/cli/flag.ts';
import { globalFlags } from '../../src/cli/global-flags.ts';
import { type CommandRow, commandTable } from '../../src/commands/index.ts';
import { CliError } from '../../src/errors/cli-error.ts';
import { longSynonyms } from '../../src/request/mends/other-meanings.ts';
import { assertPlainDashes } from '../../src/run/line/long-dashes.ts';
import { errorOfLine } from '../../src/run/mend/located.ts';
import { mendError } from '../../src/run/mend/mend-error.ts';
import { sample } from '../sample.ts';

const paying = /^(submit|draft|refs|finalize|rerun|batch|worker|recover|queue)$/;
const lifting =
  /^--(yes|over-budget|no-preflight|no-probe|skip-invalid|assume-cost|revise|resend|retry-failed|overwrite|same-account|forget.*|no-retry-after)$/;
const amounts = /^--(max-cost|takes|count|attempts|in-flight|limit|slots|window)$/;
const words = ['a fox', 'x.mp4', '@last'];
const values = ['5', '1,000', '00:00:05', '99', 'abc', '5s', '$2', '1080', 'm.jsonl'];
const otherWords = [
  'preview',
  'create',
  'rm',
  'sumbit',
  'darft',
  'retry',
  'image',
  'get',
  'finalise',
  'bacth',
  'resume',
];

interface Case {
  command: string;
  argv: readonly string[];
}

/** Lines with a slip in one place or in two: in the command, a flag's name, its dashes, its value, or with words too many. */
async function slips(): Promise<Case[]> {
  const cases: Case[] = [];
  const add = async (rows: Record<string, CommandRow>, before: readonly string[]): Promise<void> => {
    for (const [name, row] of Object.entries(rows)) {
      const path = [...before, name];
      if (row.commands !== undefined) await add(row.commands, path);
      const flags: AnyFlag[] = Object.values((await row.load?.())?.flags ?? {});
      const command = path.join(' ');
      for (const word of words) {
        cases.push({ command, argv: [...path.slice(0, -1), misspelled(name), word] });
        cases.push({ command, argv: [...path, word, 'list'] });
      }
      for (const flag of [...flags, ...Object.values(globalFlags)]) {
        const long = longName(flag.syntax);
        const isValued = flag.kind === 'value' || flag.kind === 'list';
        for (const typed of [misspelled(long), long, long.replace('--', '—'), `${long}s`])
          for (const value of isValued ? values : [undefined, 'true', '5']) {
            const held = value === undefined ? [typed] : [typed, value];
            cases.push({ command, argv: [...path, 'a fox', ...held, '--dry-run'] });
            cases.push({ command, argv: [...path, ...held, '--max-cost', '0.10', 'a fox'] });
          }
      }
      for (const synonym of longSynonyms)
        cases.push({ command, argv: [...path, 'a fox', synonym, '1280x720', '--max-cost', '1'] });
    }
  };
  await add(commandTable, []);
  for (const word of otherWords)
    for (const argument of words) cases.push({ command: '', argv: [word, argument, '--dry-run'] });
  cases.push({ command: '', argv: ['--model', 'vendor-a/image-1', 'a fox'] });
  return cases;
}

/** Two letters in each other's place. */
function misspelled(name: string): string {
  const at = Math.max(1, name.length - 3);
  return `${name.slice(0, at)}${name[at + 1] ?? ''}${name[at] ?? ''}${name.slice(at + 2)}`;
}

async function toldFor(argv: readonly string[]): Promise<readonly string[] | undefined> {
  const error = await assertPlainDashes(argv).then(
    () => errorOfLine(argv),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CliError)) return undefined;
  await mendError(error, argv, undefined);
  return error.fix?.argv?.slice(1);
}

const plain = (word: string): string => word.replace(/^\p{Dash}+/u, '--');

/** Why a line must not be told for a typed one; undefined where nothing speaks against it. */
function whyNot(told: readonly string[], typed: readonly string[]): string | undefined {
  const [to, from] = [told.map(plain), typed.map(plain)];
  if (paying.test(to[0] ?? '') && to[0] !== from[0]) return 'it pays';
  const lifted = to.find((word) => lifting.test(word) && !from.includes(word));
  if (lifted !== undefined) return `it lifts by ${lifted}`;
  const larger = to.find(
    (word, at) => amounts.test(word) && Number(to[at + 1]) > Number(from[from.indexOf(word) + 1]),
  );
  if (larger !== undefined) return `${larger} is larger`;
  const more = to.find((word) => /^--(takes|count|attempts|vary)$/.test(word) && !from.includes(word));
  if (more !== undefined) return `it makes several by ${more}`;
  const lost = from.filter((word) => !to.includes(word));
  const isLook =
    !paying.test(to[0] ?? '') &&
    to.slice(0, 2).join(' ') !== from.slice(0, 2).join(' ') &&
    from.slice(1).every((word) => !to.slice(2).includes(word));
  return lost.length > 1 && !isLook ? `it drops ${lost.join(' ')}` : undefined;
}

it('no line that is told drops a word, pays where the typed one would not, or lifts a limit', async () => {
  const cases = sample(await slips(), ({ command }) => command, 40);
  let told = 0;
  for (const { argv } of cases) {
    const line = await toldFor(argv);
    if (line === undefined) continue;
    told += 1;
    expect(whyNot(line, argv), `${argv.join(' ')} → ${line.join(' ')}`).toBeUndefined();
  }
  expect(cases.length).toBeGreaterThan(200);
  expect(told).toBeGreaterThan(20);
}, 120_000);
