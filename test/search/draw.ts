import { numbersFrom } from '../submit/fixtures/steps.ts';
import { commands, type Dice, manifests } from './draw-words.ts';
import { faultsOn } from './faults.ts';
import {
  type Damage,
  type EndFromOutside,
  type Fault,
  type History,
  indexDamages,
  type RequestKind,
  recordDamages,
  type Step,
} from './history.ts';

/** Whose homes are kept in `test/upgrade/`. */
const oldCommits = ['1efe11a0'];
const minuteMs = 60_000;
const skews = [10 * minuteMs, -10 * minuteMs, 120 * minuteMs, -120 * minuteMs];
const signals: readonly EndFromOutside['signal'][] = ['SIGKILL', 'SIGKILL', 'SIGINT', 'SIGTERM', 'SIGHUP'];
const fileDamages: readonly Damage[] = ['torn journal', 'no cache'];

/** What a command line asks of the service, more often what it pays with. */
function kindsOf(words: readonly string[]): readonly RequestKind[] {
  const files: RequestKind[] = words.includes('-D') ? ['file', 'file'] : [];
  switch (words[0]) {
    case 'cancel':
      return ['cancel', 'look'];
    case 'wait':
    case 'status':
    case 'show':
      return ['look', ...files];
    case 'download':
    case 'sync':
      return ['file', 'file', 'look'];
    default:
      return ['submit', 'submit', 'submit', 'look', 'models', ...files];
  }
}

function fault(dice: Dice, words: readonly string[]): Fault {
  const on = dice.of(kindsOf(words));
  const what = dice.of(faultsOn[on]);
  // Each is waited out for twice as long as the one before.
  const times = what.startsWith('429') ? dice.of([1, 2]) : dice.of([1, 1, 2, 8]);
  return { on, what, after: dice.of([0, 0, 0, 1, 2]), times };
}

function outside(dice: Dice): EndFromOutside {
  const signal = dice.of(signals);
  const [atChange, atRequest] = [1 + dice.below(30), 1 + dice.below(5)];
  const isAtRequest = dice.one(2);
  if (signal === 'SIGKILL')
    return isAtRequest
      ? { signal, atRequest }
      : { signal, atChange, when: dice.of(['before', 'after', 'half']) };
  const turns = dice.of([0, 0, 1, 2, 4, 8, 16, 32]);
  return isAtRequest ? { signal, atRequest, turns } : { signal, atChange, turns };
}

/** The damage before a step, in one of four. */
function drawDamage(dice: Dice, { steps }: History, home: number): Damage | undefined {
  const isLost = steps.some((step) => step.home === home && step.damage === 'ledger lost');
  if (isLost && dice.one(4)) return 'ledger restored';
  if (dice.one(30)) return dice.of(fileDamages);
  if (dice.one(60)) return 'ledger lost';
  if (!dice.one(5)) return undefined;
  const part = (): number => dice.below(1000) / 1000;
  if (dice.one(3))
    return { record: dice.of(['intent', 'intent', 'job', 'note']), how: dice.of(recordDamages), at: part() };
  return { index: dice.one(4) ? 'each' : part(), how: dice.of(indexDamages), at: part() };
}

function drawStep(dice: Dice, place: number, history: History): Step {
  const words = (): string[] => {
    const known = dice.of(commands.flatMap(([weight, draw]) => Array<typeof draw>(weight).fill(draw)));
    return [...known(dice, place, history), ...dice.of([['--json'], ['--verbose'], [], []])];
  };
  const step: Step = { home: dice.below(history.homes), words: words() };
  if (place === 0 || dice.one(6)) step.files = manifests(dice, history);
  if (dice.one(3)) step.faults = Array.from({ length: 1 + dice.below(2) }, () => fault(dice, step.words));
  if (dice.one(16)) step.beside = { home: dice.below(history.homes), words: step.words };
  else if (dice.one(6)) step.end = outside(dice);
  // What a start here can't show: that the system ends a process as it ends one.
  if (step.end !== undefined && dice.one(40)) step.isProcess = true;
  if (step.isProcess === undefined && dice.one(16)) {
    const [from, changes] = [1 + dice.below(30), dice.of([1, 2, 1000])];
    step.disk = { code: dice.of(['ENOSPC', 'EROFS', 'EIO']), from, changes };
  }
  const damage = drawDamage(dice, history, step.home);
  if (damage !== undefined) step.damage = damage;
  if (history.budgetUsd === undefined && dice.one(10)) step.skewMs = dice.of(skews);
  return step;
}

/** The history of a seed: the same for as long as this file is. */
export function drawHistory(seed: number): History {
  const random = numbersFrom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const one = (in_: number): boolean => below(in_) === 0;
  const of = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const dice: Dice = { one, below, of, some: (in_, ...words) => (one(in_) ? words : []) };
  const history: History = {
    seed,
    ...(one(8) ? { from: of(oldCommits) } : {}),
    homes: one(3) ? 2 : 1,
    shared: one(2),
    noCdn: one(6),
    speed: of(['instant', 'instant', 'instant', 1, 0.3]),
    inFlight: of([50, 50, 50, 2]),
    ...(one(6) ? { budgetUsd: 1 } : {}),
    ...(one(8) ? { keyLifeMs: of([15_000, 600_000]) } : {}),
    ...(one(5) ? { batchUsd: of([0.06, 0.6, 1.2]) } : {}),
    steps: [],
  };
  // A home of an earlier commit knows its account by a key that stays.
  if (history.from !== undefined) delete history.keyLifeMs;
  if (history.budgetUsd !== undefined)
    for (let home = 0; home < history.homes; home += 1)
      history.steps.push({ home, words: ['config', 'set', 'budget.day', String(history.budgetUsd)] });
  const count = 3 + below(13);
  for (let place = 0; place < count; place += 1) history.steps.push(drawStep(dice, place, history));
  return history;
}
