import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { reach, sample } from '../sample.ts';
import { serveSandbox } from '../transcripts/fixtures/served-sandbox.ts';
import { type Ended, newHome } from '../transcripts/genctl.ts';

const image = ['submit', '-m', 'vendor-a/image-1', '--quiet', '--prompt'];
const processes = reach(24, 40);

/** What an image costs in the sandbox that is served. Unit: USD. */
const price = 0.03;

/** What the budget allows. It is not reached by those that were killed alone. */
const allowed = reach(14, 25);

const homes: [string, number][] = [
  ['after a first job was charged', 1],
  ['in a fresh home with a price list', 0],
];

describe.each(sample(homes, () => 'a home', 2))(
  `${processes} processes under one budget, some of them killed, %s`,
  (_, before) => {
    it('send as many jobs as it allows, never one more, and none is stuck', async () => {
      const { home, run } = newHome();
      const { account: env, chargedUsd, jobIds } = await serveSandbox(home);
      if (before > 0) await run([...image, 'the first', '--wait'], { env });
      const budget = (price * (allowed + before + 0.5)).toFixed(6);
      expect((await run(['config', 'set', 'budget.day', `$${budget}`])).code).toBe(0);
      const list = join(home, 'genctl', 'prices.csv');
      if (before === 0) writeFileSync(list, `model,per,usd\nvendor-a/image-1,output,${price}\n`);

      const runs = Array.from({ length: processes }, (_, place) => {
        const isKilled = place % 5 === 0;
        return run([...image, `fox ${place}`], {
          env,
          ownProcess: true,
          onStart(kill) {
            // Spread over what a submit takes: before its claim, in it, and after it.
            if (isKilled) void sleep(100 + place * 20).then(() => kill('SIGKILL'));
          },
        });
      });
      const ended = await Promise.all(runs);
      const codes = ended.map(({ code }) => code);
      expect(
        codes.filter((code) => ![0, 2, null].includes(code)),
        messages(ended),
      ).toEqual([]);
      for (const { stderr } of ended.filter(({ code }) => code === 2))
        expect(stderr).toContain("Today's budget ");
      expect(codes.filter((code) => code === 0).length, messages(ended)).toBeLessThanOrEqual(allowed);
      expect(jobIds().length - before, 'no more jobs than the budget allows').toBeLessThanOrEqual(allowed);

      // The claim of a killed process is settled, and the rest of the budget is for others.
      expect((await run(['recover', '--quiet'], { env })).code).toBe(0);
      let last = 0;
      for (let more = 0; more < processes && last === 0; more += 1)
        last = (await run([...image, `more ${more}`], { env })).code ?? -1;
      expect(last).toBe(2);
      expect(jobIds()).toHaveLength(allowed + before);
      await run(['wait', '--all', '--quiet'], { env });
      expect(chargedUsd()).toBeLessThanOrEqual(Number(budget));
      const [standing] = JSON.parse((await run(['costs', '--json'], { env })).stdout).budgets;
      expect(standing.reserved_usd).toBe(0);
      expect(standing.charged_usd).toBeCloseTo(price * (allowed + before), 6);
    }, 240_000);
  },
);

describe('a batch with --max-cost that is killed again and again', () => {
  it('spends no more than that over all its runs', async () => {
    const { home, run } = newHome();
    const { account: env, jobIds } = await serveSandbox(home);
    await run([...image, 'the first', '--wait'], { env });
    const { total_usd: price } = JSON.parse((await run(['costs', '--json'])).stdout);
    const lines = Array.from({ length: 30 }, (_, place) =>
      JSON.stringify({ id: `s${place}`, prompt: 'a fox' }),
    );
    writeFileSync(join(home, 'shots.jsonl'), lines.join('\n'));
    const most = (price * 20.5).toFixed(6);
    const batch = ['batch', 'shots.jsonl', '-m', 'vendor-a/image-1', '--max-cost', most];
    for (const delayMs of [300, 500, 700]) {
      await run(batch, {
        env,
        ownProcess: true,
        onStart: (kill) => void sleep(delayMs).then(() => kill('SIGKILL')),
      });
    }
    const ended = await run([...batch, '--json'], { env });
    expect(ended.code, ended.stderr).toBe(12);
    const { budget } = JSON.parse(ended.stdout);
    expect(budget).toMatchObject({ reserved_usd: 0, unsent: 10 });
    expect(budget.spent_usd).toBeCloseTo(price * 20, 6);
    expect(jobIds()).toHaveLength(21);
  }, 120_000);
});

function messages(ended: readonly Ended[]): string {
  return ended.map(({ code, stderr }) => `${code}: ${stderr.split('\n')[0]}`).join('\n');
}
