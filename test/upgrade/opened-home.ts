import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { createClock } from '../search/clock.ts';
import { createMachine } from '../search/machine.ts';
import { isQuiet } from '../search/quiet.ts';
import { startService } from '../search/service.ts';
import { createTimeline } from '../search/timeline.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { Ended } from '../transcripts/genctl.ts';
import { startHere } from '../transcripts/start-here.ts';
import { factsOfOldHome, unpackOldHome } from './old-home.ts';

/** Minutes after its last line was typed. */
const soonMs = 10 * 60_000;

/** A copy of what a commit has written, its service, and this build of genctl at that time. */
export async function openOldHome(commit: string, afterMs = soonMs) {
  const root = temporaryFolder('genctl-old-');
  const folders = {
    genctl: join(root, 'genctl'),
    work: join(root, 'work'),
    service: join(root, 'service'),
  };
  unpackOldHome(commit, folders);
  const { submits, writtenAt } = factsOfOldHome(commit);
  const timeline = createTimeline(Date.parse(writtenAt) + afterMs);
  const answering = { speed: 'instant', inFlight: 50, noCdn: false } as const;
  const service = await startService(folders.service, answering, () => Math.floor(timeline.nowMs()));
  afterAll(() => service.close());
  const user = join(root, 'user');
  mkdirSync(user);

  /** Runs a line of this build; `$WORK` is the working folder. */
  async function run(words: readonly string[]): Promise<Ended> {
    const isOfProfile = words.includes('--profile') || words.includes('--sandbox');
    const account = { GENCTL_BASE_URL: service.baseUrl, GENCTL_API_KEY: service.apiKey };
    const { machine, sockets } = createMachine({}, createClock(timeline), service.ports);
    const ended = startHere({
      words: words.map((word) =>
        word.replaceAll('$WORK', folders.work).replaceAll('$BASE_URL', service.baseUrl),
      ),
      environment: {
        PATH: process.env.PATH,
        HOME: user,
        GENCTL_HOME: folders.genctl,
        ...(isOfProfile ? {} : account),
        GENCTL_SANDBOX_SPEED: 'instant',
        NODE_DISABLE_COMPILE_CACHE: '1',
      },
      workingFolder: folders.work,
      stdin: '',
      machine,
    });
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    await timeline.passUntil(
      () => isOver,
      () => isQuiet(sockets, service.connections),
    );
    return ended;
  }
  return { ...folders, run, service, submits };
}
