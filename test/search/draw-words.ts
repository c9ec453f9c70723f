import { signed } from '../upgrade/typed-manifests.ts';
import type { History } from './history.ts';

/** What chance decides of a history. */
export interface Dice {
  /** Whether something happens that happens in one of `in_`. */
  one(in_: number): boolean;
  /** A whole number from 0 below `below`. */
  below(below: number): number;
  of<Item>(items: readonly Item[]): Item;
  /** The words, in one case of so many. */
  some(in_: number, ...words: string[]): string[];
}

type Drawn = Pick<History, 'homes' | 'budgetUsd' | 'batchUsd' | 'speed'>;

const names = ['hero', 'harbour', '@ci/night'];
const ends = ['provider_failed', 'provider_rejected', 'timeout', 'internal', 'fails_twice', 'canceled'];
const refusals = ['server_error', 'server_error_after_commit', 'rate_limited', 'out_of_balance'];
/** They last for the half hour that a job may take, so they are drawn where all goes in an instant. */
const longEnds = ['expired', 'stuck', 'too_many_results', 'slow'];

const looks: readonly (readonly string[])[] = [
  ...[
    ['status', '@last'],
    ['status', '@2', '@last', '--exit-status'],
    ['show', '@last'],
    ['show', '@3'],
  ],
  ...[['jobs'], ['jobs', '--refresh'], ['costs'], ['costs', '--refresh', '--by', 'model'], ['doctor']],
  ...[
    ['jobs', '--json'],
    ['costs', '--json'],
    ['doctor', '--json'],
  ],
  ...[['jobs', '--status', 'failed'], ['models'], ['sync', '--dry-run', '-D', '$WORK/out']],
];

type Draw = (dice: Dice, place: number, history: Drawn) => string[];

/** A line that pays, with what stands in each of them. */
const paying =
  (words: Draw): Draw =>
  (dice, place, history) => [...words(dice, place, history), ...assumed(history), ...following(dice)];
const plain: Draw = (dice, place, history) => request(dice, `plain ${place}`, history);

/** The lines that a person types, by how often. */
export const commands: readonly (readonly [weight: number, draw: Draw])[] = [
  [6, paying((...drawn) => ['submit', ...plain(...drawn)])],
  [6, paying((dice, _, history) => ['submit', ...once(dice, history)])],
  [2, paying((...drawn) => ['submit', ...plain(...drawn), '--takes', '3', '--yes'])],
  [1, (...drawn) => ['submit', ...plain(...drawn), '--dry-run']],
  [
    2,
    paying((dice, place, history) => [
      ...['draft', withEnding(dice, `plain ${place}`, history)],
      ...dice.some(3, '--takes', '2'),
    ]),
  ],
  [
    3,
    paying((dice, place) => [
      ...['finalize', dice.of(['@last', '@2', '@3'])],
      ...dice.some(3, '--once', `final-${place % 2}`),
    ]),
  ],
  [
    1,
    paying((_, place) => [
      ...['refs', `plain ${place}`, '-m', 'spicy/video-2-5'],
      ...['--ref-image', 'https://example.com/a.png', '--no-probe'],
    ]),
  ],
  [2, paying((dice, place) => ['rerun', dice.of(['@last', '@2']), '--prompt', `plain ${place}`])],
  [9, (dice, _, history) => batch(dice, history)],
  [
    3,
    (dice) => [
      'wait',
      dice.of(['@last', '--all', '--all']),
      ...dice.some(2, '-D', '$WORK/out'),
      ...dice.some(4, '--timeout', '5s'),
    ],
  ],
  [2, (dice) => ['cancel', dice.of(['@last', '@2'])]],
  [3, (dice) => ['download', dice.of(['@last', '@2', '@3']), '-D', '$WORK/out']],
  [3, () => ['sync', '-D', '$WORK/out']],
  [3, () => ['recover']],
  [4, (dice) => [...dice.of(looks)]],
  [1, (dice) => ['jobs', 'prune', '--older-than', dice.of(['1h', '90d']), '--yes']],
];

function request(dice: Dice, prompt: string, history: Drawn): string[] {
  const model = dice.of([
    'vendor-a/image-1',
    'vendor-a/image-1',
    'vendor-b/video-2.5',
    'spicy/video-2-5',
    'vendor-b/image-1',
  ]);
  const clip = model.includes('video') ? ['--duration', '4', '--resolution', '480p'] : [];
  return [
    ...[withEnding(dice, prompt, history), '-m', model, ...clip],
    ...(model === 'vendor-a/image-1' ? dice.some(8, '--count', '2') : []),
    ...(model === 'vendor-b/video-2.5' ? dice.some(6, '--api', 'v1') : []),
    ...(model === 'vendor-b/image-1' ? dice.some(3, '--sync') : []),
    ...dice.some(6, '--attempts', '2'),
  ];
}

function once(dice: Dice, history: Drawn): string[] {
  const name = dice.of(names);
  const words = request(dice, `once ${name.replace('/', '-')} ${dice.below(4) === 0 ? 1 : 0}`, history);
  return [...words, '--once', name, ...dice.some(5, '--revise')];
}

/** Under a budget a price must be known or assumed; it is never less than what the job costs. */
const assumedUsd = 0.5;
/** What a line of pictures costs, which reaches even a small cap. */
const dearestUsd: Record<string, number> = { 'm1.jsonl': 0.03, 'm2.csv': 0.03, 'numbered.csv': 0.03 };

function assumed({ budgetUsd }: Drawn): string[] {
  return budgetUsd === undefined ? [] : ['--assume-cost', String(assumedUsd)];
}

function following(dice: Dice): string[] {
  return dice.of([[], [], ['-w'], ['-D', '$WORK/out']]);
}

function withEnding(dice: Dice, prompt: string, { speed }: Drawn): string {
  if (!dice.one(6)) return prompt;
  const known = speed === 'instant' ? [...ends, ...refusals, ...longEnds] : [...ends, ...refusals];
  return `${prompt} sandbox:${dice.of(known)}`;
}

const manifestNames = ['m2.csv', 'm3.jsonl', 'm4.jsonl', 'm5.jsonl', 'm6.jsonl', 'numbered.csv'];

function batch(dice: Dice, history: Drawn): string[] {
  const name = dice.of([...['m1.jsonl', 'm1.jsonl'], ...manifestNames]);
  const most = dearestUsd[name] ?? assumedUsd;
  return [
    ...['batch', `$WORK/${name}`],
    ...dice.some(2, '-D', '$WORK/out'),
    ...dice.some(4, '--revise'),
    ...dice.some(5, '--retry-failed'),
    ...dice.some(6, '--attempts', '2'),
    ...dice.some(6, '--shard', `${1 + dice.below(2)}/2`),
    ...dice.some(8, '--in-flight', '2'),
    ...dice.some(6, '--report', '$WORK/report.ndjson'),
    ...dice.some(8, '--dry-run'),
    // Nobody answers at the links of references.
    ...(name === 'm6.jsonl' ? ['--no-probe'] : []),
    ...(name === 'numbered.csv' ? dice.some(3, '--renamed', dice.of(['same', 'new'])) : []),
    ...(history.batchUsd === undefined
      ? assumed(history)
      : ['--max-cost', String(history.batchUsd), '--assume-cost', String(most)]),
  ];
}

/** The manifests as they stand after some edits: of each line its revision is drawn, and the last may be missing. */
export function manifests(dice: Dice, history: Drawn): Record<string, string> {
  const revision = () => (dice.one(5) ? 1 : 0);
  const lines = (name: string, rest: object, count: number): string =>
    Array.from({ length: count - dice.below(2) }, (_, place) => {
      const drawn = withEnding(dice, `shot ${name} s${place} ${revision()}`, history);
      // A batch waits for as long as it takes where it is told to be slower, and this refusal has no end.
      const prompt = drawn.replace(' sandbox:rate_limited', '');
      return `${JSON.stringify({ id: `s${place}`, prompt, ...rest })}\n`;
    }).join('');
  const csv = [0, 1, 2].map((place) => `s${place},shot m2 s${place} ${revision()},vendor-a/image-1\n`);
  const draft = { id: 'd', command: 'draft', prompt: `shot m4 d ${revision()}`, duration: 4 };
  const final = { id: 'f', command: 'finalize', draft: '@d' };
  const picture = { id: 'p', prompt: `shot m5 p ${revision()}`, model: 'vendor-a/image-1' };
  const clip = { id: 'c', prompt: `shot m5 c ${revision()}`, model: 'spicy/video-2-5', duration: 4 };
  // A script signs its links anew, and a spreadsheet rewrites the ids of a table.
  const mark = String(dice.below(6));
  const linked = { model: 'vendor-b/video-2.5', duration: 4, resolution: '480p' };
  const shot = (id: string) => ({ id, prompt: `shot m6 ${id} ${revision()}`, ...linked });
  const zeros = dice.of(['00', '']);
  const numbered = [1, 2, 3].map((at) => `${zeros}${at},shot numbered ${at} 0,vendor-a/image-1\n`);
  return {
    'm1.jsonl': lines('m1', { model: 'vendor-a/image-1' }, 4),
    'm2.csv': `id,prompt,model\n${csv.join('')}`,
    'm3.jsonl': lines('m3', { model: 'spicy/video-2-5', duration: 4 }, 3),
    'm4.jsonl': `${JSON.stringify(draft)}\n${JSON.stringify(final)}\n`,
    'm6.jsonl': [
      { ...shot('signed'), first_frame: signed('signed.png', mark) },
      { ...shot('both'), ref_image: [signed('one.png', mark), 'https://files.example.com/two.png'] },
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
    'numbered.csv': `id,prompt,model\n${numbered.join('')}`,
    'm5.jsonl': `${JSON.stringify(picture)}\n${JSON.stringify({ ...clip, first_frame: '@p' })}\n`,
  };
}
