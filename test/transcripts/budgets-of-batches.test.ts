import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentOf } from './fixtures/manifest.ts';
import { startPausedService } from './fixtures/paused-service.ts';
import { image, manifest, priced, unpriced } from './fixtures/priced-home.ts';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { type Ended, newHome } from './genctl.ts';

describe('--max-cost of a batch', () => {
  it('is for all its runs: it sends no more, waits for the rest, and ends 12', async () => {
    const { home, price, run } = await priced();
    const words = ['batch', manifest(home, 5), ...image, '--max-cost', (price * 3.5).toFixed(6)];
    const first = await run([...words, '--json', '--report', 'report.ndjson']);
    expect(first.code, first.stderr).toBe(12);
    const summary = JSON.parse(first.stdout);
    expect(summary).toMatchObject({ done: 3, unsent: 2, failed: 0 });
    expect(summary.budget).toMatchObject({ reserved_usd: 0, unsent: 2 });
    expect(summary.budget.spent_usd).toBeCloseTo(price * 3, 6);
    expect(JSON.parse(first.stderr).error).toMatchObject({
      code: 'over_budget',
      exit_code: 12,
      retryable: false,
    });
    const again = await run(words);
    expect(again.code).toBe(12);
    expect(again.stderr).toContain('3 of 5 shots done: 2 were not sent');
    expect(again.stderr).toContain(`to send them, set --max-cost to $${price * 5} or more`);
    const more = ['batch', 'shots.jsonl', ...image, '--max-cost', (price * 5).toFixed(6)];
    expect((await run(more)).code).toBe(0);
  });

  it('is unknown before anything is sent, and every line of its kind has that price', async () => {
    const { home, run } = await unpriced();
    const words = ['batch', manifest(home, 3), '-m', 'vendor-a/image-1', '--max-cost', '1'];
    const refused = await run(words);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('The cost of 3 of 3 lines is unknown, and spending is limited');
    expect(refused.stderr).toContain('→ --assume-cost AMOUNT, the most that one job may cost');
    const dry = await run([...words, '--dry-run']);
    expect(dry.stdout).toContain('$0.00 spent so far, $1.00 left; cost unknown: --assume-cost');
    expect(documentOf(await run([...words, '--dry-run', '--json'])).budget).toMatchObject({
      most_usd: null,
      left_after_usd: null,
    });
    expect((await run([...words, '--assume-cost', '0.3'])).code).toBe(0);
  });

  it('asks for no price where nothing is to be sent: what runs is followed', async () => {
    const { home, run } = newHome();
    const words = ['batch', manifest(home, 2), ...image];
    const slow = { GENCTL_SANDBOX_SPEED: '2' };
    expect((await run([...words, '--timeout', '100ms'], { env: slow })).code).toBe(4);
    const ended = await run([...words, '--max-cost', '1', '--json']);
    expect(ended.code, ended.stderr).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ done: 2, budget: { reserved_usd: 0 } });
  });

  it('counts what v1 does not tell by --assume-cost, also of another machine', async () => {
    const { home, run } = newHome();
    const { account: env, jobIds } = await serveSandbox(home);
    const onV1 = ['-m', 'vendor-b/video-2.5', '--api', 'v1', '--assume-cost', '0.4', '--max-cost'];
    const first = await run(['batch', manifest(home, 2), ...onV1, '1', '--in-flight', '1'], { env });
    expect(first.code, first.stderr).toBe(0);
    expect(first.stderr).toContain(
      'the cost of 2 jobs of the batch is unknown (v1 reports no charges): counted as estimated',
    );
    const elsewhere = { ...env, GENCTL_HOME: join(home, 'elsewhere') };
    const more = ['batch', manifest(home, 3), ...onV1, '1', '--resend'];
    const ended = await run(more, { env: elsewhere });
    expect([ended.code, jobIds().length], ended.stderr).toEqual([12, 2]);
  });

  it('holds nothing for attempts that failed in an earlier run', async () => {
    const { home, price, run } = await priced();
    writeFileSync(join(home, 'odd.jsonl'), '{"id":"s1","prompt":"sandbox:fails_twice a fox"}');
    const words = ['batch', 'odd.jsonl', ...image, '--max-cost', price.toFixed(6)];
    expect((await run([...words, '--attempts', '2'])).code).toBe(5);
    const ended = await run([...words, '--retry-failed', '--json']);
    expect(ended.code, ended.stderr).toBe(0);
    expect(JSON.parse(ended.stdout).budget).toMatchObject({ spent_usd: price, reserved_usd: 0 });
  });

  it('holds nothing for attempts that failed on another machine, either', async () => {
    const { home, run } = newHome();
    const { account: env } = await serveSandbox(home);
    const odd = '{"id":"s1","prompt":"sandbox:fails_twice a fox"}';
    writeFileSync(join(home, 'odd.jsonl'), odd);
    const words = ['batch', 'odd.jsonl', '-m', 'vendor-a/image-1', '--assume-cost', '0.4', '--max-cost'];
    const first = await run([...words, '1', '--attempts', '3'], { env });
    expect(first.code, first.stderr).toBe(0);
    writeFileSync(join(home, 'odd.jsonl'), `${odd}\n{"id":"s2","prompt":"a fox"}`);
    const ended = await run([...words, '0.5'], { env: { ...env, GENCTL_HOME: join(home, 'elsewhere') } });
    expect(ended.code, ended.stderr).toBe(0);
  });

  it('is shared by shards, each of which has its part and says so', async () => {
    const { home, price, run } = await priced();
    const words = ['batch', manifest(home, 12), ...image, '--max-cost', (price * 4).toFixed(6), '--shard'];
    let sent = 0;
    for (const shard of ['1/2', '2/2']) {
      const ended = await run([...words, shard]);
      expect(ended.stderr).toContain(`shard ${shard} may cost $${(price * 2).toFixed(2)} of --max-cost`);
      sent += ended.stdout.trim().split('\n').length;
    }
    expect(sent).toBe(4);
  });

  it('counts what another run has spent since this one looked at the line', async () => {
    const { home, run } = newHome();
    const service = await startPausedService();
    service.state = 'succeeded';
    manifest(home, 4);
    mkdirSync(join(home, 'part'));
    writeFileSync(
      join(home, 'part/shots.jsonl'),
      '{"id":"s1","prompt":"a fox"}\n{"id":"s2","prompt":"a fox"}',
    );
    const words = ['-m', 'vendor-a/image-1', '--in-flight', '1', '--max-cost', '3', '--assume-cost', '1'];
    let other: Promise<Ended> | undefined;
    service.onSubmit = (response, count) => {
      if (count > 1) return service.accept(response, count);
      other = run(['batch', 'part/shots.jsonl', ...words], { env: service.env });
      void other.then(() => service.accept(response, count));
    };
    const ended = await run(['batch', 'shots.jsonl', ...words, '--json'], { env: service.env });
    expect((await other)?.code, (await other)?.stderr).toBe(0);
    expect([ended.code, service.submits()], ended.stderr).toEqual([12, 3]);
    expect(JSON.parse(ended.stdout).budget).toMatchObject({ spent_usd: 3, unsent: 1 });
  });

  it('is told by a dry run, and by the events', async () => {
    const { home, price, run } = await priced();
    const words = ['batch', manifest(home, 3), ...image, '--max-cost', (price * 2).toFixed(6)];
    const dry = await run([...words, '--dry-run']);
    expect(dry.stdout).toContain(`this may exceed it by $${price.toFixed(2)}`);
    const { budget } = JSON.parse((await run([...words, '--dry-run', '--json'])).stdout);
    expect(budget).toMatchObject({ spent_usd: 0, left_after_usd: expect.closeTo(-price) });
    const lines = (await run([...words, '--events'])).stdout.trim().split('\n');
    const paces = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'pace');
    expect(paces.at(-1)).toMatchObject({ stopped: 'budget', max_cost_usd: price * 2 });
  });

  it('and a budget of the day do not begin beside jobs of which nobody knows what they cost', async () => {
    const { home, run, set } = await unpriced();
    await run(['submit', 'a fox', '-m', 'vendor-a/image-1', '--wait']);
    await run(['submit', 'a clip', '-m', 'vendor-b/video-2.5']);
    await set('budget.day', 5);
    const words = ['batch', manifest(home, 2), '-m', 'vendor-a/image-1'];
    const refused = await run(words);
    expect([refused.code, refused.stderr.includes('The cost of 1 running job is unknown')]).toEqual([
      2,
      true,
    ]);
    expect((await run([...words, '--assume-cost', '1'])).code).toBe(0);
  });

  it('and a budget of the day stop a batch alike', async () => {
    const { home, price, run, set } = await priced();
    await set('budget.day', price * 3);
    const ended = await run(['batch', manifest(home, 5), ...image]);
    expect(ended.code).toBe(12);
    expect(ended.stderr).toContain('2 of 5 shots done: 3 were not sent');
    expect(ended.stderr).toContain('is used up; these 3 jobs may cost $0.09');
    expect(ended.stderr).toContain('--over-budget ignores it this once; for good, set a larger budget.day');
    expect((await run(['batch', 'shots.jsonl', ...image, '--over-budget'])).code).toBe(0);
  });
});
