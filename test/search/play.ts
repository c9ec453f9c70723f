import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { factsOfOldHome, type RecordedSubmit, unpackOldHome } from '../upgrade/old-home.ts';
import { type Ground, homeOf, workOf } from './ground.ts';
import type { History, Step } from './history.ts';
import { Books } from './judge-books.ts';
import { judgeRun, noteFaults } from './judge-run.ts';
import { createKeyProgram, knowProgram } from './key-program.ts';
import { type LastStep, lastSteps, mayLeaveHalves } from './last-steps.ts';
import { type Ran, runStep } from './run-step.ts';
import { startService } from './service.ts';
import { createTimeline } from './timeline.ts';

export interface Played {
  /** The first thing that was wrong, at which the history was left; undefined where all was right. */
  failure?: { place: number; wrong: string[] };
  commands: number;
  faults: number;
  kills: number;
  /** What each run was and how it ended, for a person. */
  told: string[];
}

/** Since the last line of an earlier genctl. Unit: ms. */
const pauseMs = 10 * 60_000;

/** What nobody caught, and what Node warned of, since a history began. */
const stray: unknown[] = [];
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => stray.push(error));
}
// A later Node makes errors of some of these.
process.on('warning', (warning) => stray.push(warning));

/** Plays a history, and what a person does once all faults are over. */
export async function play(history: History): Promise<Played> {
  const root = mkdtempSync(join(tmpdir(), 'genctl-search-'));
  const { old, beganMs } = beginningOf(history, root);
  const timeline = createTimeline(beganMs);
  const nowMs = () => Math.floor(timeline.nowMs());
  const keys = createKeyProgram(root, history, nowMs);
  const service = await startService(join(root, 'service'), history, nowMs, keys);
  service.submits.push(...old.map((submit) => ({ ...submit, step: -1, home: 0 })));
  const ground: Ground = { root, history, service, timeline };
  const books = new Books(ground);
  const played: Played = { commands: 0, faults: 0, kills: 0, told: [] };
  stray.length = 0;
  for (let home = 0; keys !== undefined && home < history.homes; home += 1)
    knowProgram(ground, home, keys.command);
  let recoverFromMs = beganMs;
  try {
    books.begin();
    const steps: (Step & Partial<LastStep>)[] = [...history.steps, ...lastSteps(history, books)];
    for (const [place, step] of steps.entries()) {
      if (place === history.steps.length) recoverFromMs = timeline.nowMs();
      if (step.isNeeded?.() === false) continue;
      noteFaults(service, place);
      const ran = await runStep(ground, step, place);
      played.commands += ran.length;
      played.kills += ran.filter(({ killed }) => killed).length;
      played.faults = service.faultsMet;
      played.told.push(...ran.map((one) => toldOf(one, place)));
      const wrong = [
        ...ran.flatMap((one) => judgeRun(one, step, place, service, history)),
        ...books.afterStep(step, ran, place),
        ...strays(ran),
      ];
      if (wrong.length > 0) return { ...played, failure: { place, wrong } };
    }
    const wrong = [
      ...books.atEnd(recoverFromMs),
      ...(mayLeaveHalves(history) ? books.files.halfWritten() : []),
    ];
    return wrong.length === 0 ? played : { ...played, failure: { place: played.commands, wrong } };
  } finally {
    await service.close();
    rmSync(root, { recursive: true, force: true });
  }
}

/** The time that a history begins at, and what the service has seen before. */
function beginningOf(history: History, root: string): { beganMs: number; old: readonly RecordedSubmit[] } {
  if (history.from === undefined) return { beganMs: Date.now(), old: [] };
  const folders = { genctl: homeOf({ root }, 0), work: workOf({ root, history }, 0) };
  unpackOldHome(history.from, { ...folders, service: join(root, 'service') });
  const { submits, writtenAt } = factsOfOldHome(history.from);
  return { beganMs: Date.parse(writtenAt) + pauseMs, old: submits };
}

/** Errors that nobody caught, and warnings of Node, but for those of a process that is dead. */
function strays(ran: readonly Ran[]): string[] {
  const errors = stray.splice(0);
  if (ran.some(({ killed }) => killed)) return [];
  return errors
    .filter((error) => !/killed|this process is dead/.test(String(error)))
    .map((error) => `Node tells ${error instanceof Error ? error.stack : String(error)}`);
}

function toldOf({ code, hung, killed, stderr, stdout, words }: Ran, place: number): string {
  const end = hung ? 'hung' : killed ? 'killed' : `exit ${code}`;
  return `${place}: genctl ${words.join(' ')} → ${end}\n${stdout}${stderr}`;
}
