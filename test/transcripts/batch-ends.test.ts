import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentOf, jobsIn, manifestModel, threeLines, withManifest } from './fixtures/manifest.ts';
import { errorOf } from './genctl.ts';

describe('how a batch ends', () => {
  it('with 15 where the balance is used up: the rest is unsent, and is sent by the line that is told', async () => {
    const { batch, home } = withManifest([
      { id: 's1', prompt: 'a fox' },
      { id: 's2', prompt: 'sandbox:out_of_balance' },
      { id: 's3', prompt: 'a boat' },
    ]);
    const ended = await batch('--in-flight', '1', '--json');
    expect(ended.code).toBe(15);
    expect(documentOf(ended)).toMatchObject({ done: 1, failed: 0, unsent: 2 });
    expect(ended.stderr).toContain('2 were not sent');
    expect(jobsIn(home)).toBe(1);
  });

  it('with 4 where the time to wait is over: nothing failed, and the same line goes on', async () => {
    const { home, run } = withManifest([{ id: 's1', prompt: 'a fox' }]);
    const env = { GENCTL_SANDBOX_SPEED: '0.001' };
    const words = ['batch', 'shots.jsonl', ...manifestModel, '--timeout', '1s', '--json'];
    const ended = await run(words, { env });
    expect(ended.code).toBe(4);
    expect(documentOf(ended)).toMatchObject({ done: 0, failed: 0, left: 1, unsent: 0 });
    expect(errorOf(ended)).toMatchObject({ code: 'wait_timeout', retryable: true });
    expect(errorOf(ended).message).toContain('1 not finished');
    expect(jobsIn(home)).toBe(1);
  });

  it('with 6 where a shot was canceled, and the line that is told has another attempt of it', async () => {
    const { batch, home } = withManifest([{ id: 's1', prompt: 'sandbox:canceled' }]);
    const ended = await batch();
    expect(ended.code).toBe(6);
    expect(ended.stderr).toContain('to retry the failed shots: genctl batch shots.jsonl --retry-failed');
    expect(ended.stderr).not.toContain('what is left');
    expect((await batch()).code).toBe(6);
    expect(jobsIn(home)).toBe(1);
    await batch('--retry-failed');
    expect(jobsIn(home)).toBe(2);
  });

  it('with what to change where each shot would fail again as it is', async () => {
    const { batch, home, write } = withManifest([
      { id: 's1', prompt: 'a fox' },
      { id: 's2', prompt: 'sandbox:provider_rejected a tram' },
    ]);
    const ended = await batch('-D', 'out');
    expect(ended.code, ended.stderr).toBe(5);
    expect(ended.stderr).toMatch(
      /change line 2 \(its prompt\), then: genctl batch shots\.jsonl --revise --retry-failed .*--sandbox/,
    );
    expect(ended.stderr).not.toContain('to retry the failed shots');
    const later = await batch('-D', 'out');
    expect(later.stderr).toContain('change line 2 (its prompt), then: genctl batch');
    write([
      { id: 's1', prompt: 'a fox' },
      { id: 's2', prompt: 'a tram' },
    ]);
    const mended = await batch('-D', 'out', '--revise', '--retry-failed');
    expect(mended.code, mended.stderr).toBe(0);
    expect(jobsIn(home)).toBe(3);
  });

  it('with 14 where another run of the batch is under way', async () => {
    const { batch, home } = withManifest(threeLines.slice(0, 1));
    await batch();
    writeFileSync(
      join(home, 'shots.jsonl.shots.sandbox.genctl.ndjson.lock'),
      JSON.stringify({ pid: process.pid, host: 'elsewhere', startedAt: 1, takenAt: Date.now(), token: 'x' }),
    );
    const ended = await batch();
    expect(ended.code).toBe(14);
  });
});
