import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newBatch } from './fixtures/new-batch.ts';
import { type PausedService, startPausedService } from './fixtures/paused-service.ts';
import { hintedLines, typeLine } from './fixtures/type-line.ts';
import { errorOf, newHome } from './genctl.ts';

const submit = ['submit', 'fox', '-m', 'vendor-a/image-1', '--no-preflight', '-w'];

/** Sends a signal as a submit arrives that is never answered, and the second one while its answer is waited for. */
function signalTwice(service: PausedService, { answered }: { answered: number }) {
  let kill = (_: NodeJS.Signals): void => {};
  let isTwice = false;
  service.onSubmit = (response, count) => {
    if (count <= answered) service.accept(response, count);
    else kill('SIGINT');
  };
  return {
    env: service.env,
    onStart(send: (signal: NodeJS.Signals) => void) {
      kill = send;
    },
    onStderr(stderr: string) {
      if (isTwice || !stderr.includes('a second signal stops at once')) return;
      isTwice = true;
      kill('SIGINT');
    },
  };
}

/** A command that outlives a first signal. */
const stubborn = "trap 'echo trapped' INT; echo begun; while :; do sleep 0.05; done";

/** Sends a signal as `stubborn` begins, and the second one while it is ended. */
function signalTwiceToExec(service: PausedService) {
  let kill = (_: NodeJS.Signals): void => {};
  let signals = 0;
  return {
    env: service.env,
    onStart(send: (signal: NodeJS.Signals) => void) {
      kill = send;
    },
    onStderr(stderr: string) {
      const due = stderr.includes('trapped') ? 2 : stderr.includes('begun') ? 1 : 0;
      if (signals >= due) return;
      signals += 1;
      kill('SIGINT');
    },
  };
}

describe('a second signal to a batch', () => {
  it('ends the wait for answers, and leaves the report and the line that goes on', async () => {
    const service = await startPausedService();
    const { home, run, words } = newBatch(3);
    const ended = await run([...words, '--report', 'r.ndjson'], signalTwice(service, { answered: 2 }));
    expect(ended.code, ended.stderr).toBe(130);
    expect(ended.stderr).toContain('shots 0/3 done, 1 uncertain, 2 running, took ');
    const rows = readFileSync(join(home, 'r.ndjson'), 'utf8').trim().split('\n');
    const states = rows.map((row) => (JSON.parse(row) as { status: string }).status);
    expect(states.toSorted()).toEqual(['queued', 'queued', 'uncertain']);
    const lines = hintedLines(ended.stderr);
    expect(lines).toEqual([expect.stringMatching(/^genctl batch shots\.csv .*--report r\.ndjson$/)]);
    service.onSubmit = undefined;
    service.state = 'succeeded';
    const typed = await typeLine(home, lines[0] ?? '', service.env);
    expect(typed.code, typed.stderr).toBe(0);
  });
});

describe('a second signal that ends the process at once tells the line that goes on:', () => {
  it('of submits, with the jobs that were made', async () => {
    const service = await startPausedService();
    const { run } = newHome();
    const ended = await run([...submit, '--vary', 'seed=1..3'], signalTwice(service, { answered: 1 }));
    expect(ended.code).toBe(null);
    expect(ended.stderr).toContain('job_1 keeps running. A submit was under way; genctl kept it.');
    expect(hintedLines(ended.stderr)).toEqual([
      'genctl wait job_1',
      'for the submits without an answer: genctl recover --quiet | genctl wait -',
    ]);
  });

  it('of submits and of a wait whose jobs are not all through', async () => {
    const service = await startPausedService();
    const { run } = newHome();
    service.states.set('job_1', 'succeeded');
    const sent = [...submit, '--vary', 'seed=1..2', '--exec', stubborn];
    const ofSubmits = await run(sent, signalTwiceToExec(service));
    expect(ofSubmits.code, ofSubmits.stderr).toBe(null);
    expect(hintedLines(ofSubmits.stderr)[0]).toMatch(/^genctl wait job_1 job_2 --exec /);
    const waited = ['wait', 'job_1', 'job_2', '--exec', stubborn, '--json'];
    const ofWait = await run(waited, signalTwiceToExec(service));
    expect(ofWait.code, ofWait.stderr).toBe(null);
    expect(errorOf(ofWait)).toMatchObject({
      code: 'interrupted',
      exit_code: 130,
      hint: expect.stringMatching(/^genctl wait job_1 job_2 --exec /),
    });
  });
});
