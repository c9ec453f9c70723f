import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { reportIn } from '../transcripts/fixtures/chains.ts';
import { serveSandbox } from '../transcripts/fixtures/served-sandbox.ts';
import { newHome } from '../transcripts/genctl.ts';
import { type KillingProxy, type KillMoment, killingProxy } from './fixtures/batch/killing-proxy.ts';
import { proofSeed, seeded } from './fixtures/batch/seeded.ts';

const binary = resolve(import.meta.dirname, '../../bin/genctl.js');
const chains = [...'abcdefgh'];
const links = [1, 2, 3];
const shots = chains.flatMap((chain) => links.map((link) => `${chain}${link}`));
const words = ['batch', 'film.jsonl', '-D', 'out', '--report', 'report'];

/** The shot before one in its chain. */
function before(shot: string): string | undefined {
  const link = Number(shot.slice(1)) - 1;
  return link === 0 ? undefined : `${shot[0]}${link}`;
}

function lineOf(shot: string): Record<string, unknown> {
  const parent = before(shot);
  return {
    ...{ id: shot, api: 'v1', model: 'vendor-b/video-2.5', return_last_frame: true, duration: 4 },
    prompt: `shot ${shot}.`,
    ...(parent === undefined ? {} : { first_frame: `@${parent}.last_frame` }),
  };
}

/** A home with a manifest of chains on v1, behind a proxy that counts what is sent. */
async function withChains() {
  const { home } = newHome();
  const sandbox = await serveSandbox(home);
  const proxy = await killingProxy(sandbox.account.GENCTL_BASE_URL);
  writeFileSync(join(home, 'film.jsonl'), shots.map((shot) => `${JSON.stringify(lineOf(shot))}\n`).join(''));
  const env = {
    PATH: process.env.PATH,
    GENCTL_HOME: join(home, 'genctl'),
    ...sandbox.account,
    GENCTL_BASE_URL: proxy.url,
  };
  return {
    home,
    proxy,
    start: () => spawn(process.execPath, [binary, ...words], { cwd: home, env, stdio: 'ignore' }),
    /** Runs a command to its end; resolves with its exit code. */
    async run(...line: string[]): Promise<number> {
      const ended = promisify(execFile)(process.execPath, [binary, ...line], { cwd: home, env });
      return ended.then(() => 0).catch((error: { code: number }) => error.code);
    },
    async batch(...more: string[]): Promise<{ code: number; ends: Map<string, string> }> {
      const code = await this.run(...words, ...more);
      return { code, ends: new Map(reportIn(home).map(({ id, status }) => [String(id), String(status)])) };
    },
    /** The key that a shot was sent under. */
    keyOf(shot: string): string {
      const journal = readFileSync(join(home, 'film.jsonl.film.genctl.ndjson'), 'utf8');
      const events = journal
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      return String(events.findLast((event) => event.event === 'sent' && event.shot === shot)?.key);
    },
  };
}

type Place = Awaited<ReturnType<typeof withChains>>;

/** Runs the batch and kills it: at a submit, or after a while. */
async function killedRun(
  { proxy, start }: Place,
  { afterMs, at, moment }: { afterMs: number; at: number; moment: KillMoment | 'any' },
): Promise<void> {
  const child = start();
  const kill = (): void => void child.kill('SIGKILL');
  const timer = moment === 'any' ? setTimeout(kill, afterMs) : undefined;
  if (moment !== 'any') proxy.killAt(at, moment, kill);
  await once(child, 'exit');
  proxy.spare();
  clearTimeout(timer);
}

/** Whether a line, or one that it waits for, is one of these. */
function isBehind(shot: string, uncertain: ReadonlySet<string>): boolean {
  const parent = before(shot);
  return uncertain.has(shot) || (parent !== undefined && isBehind(parent, uncertain));
}

function assertNoneTwice(proxy: KillingProxy): void {
  for (const shot of shots) expect(proxy.submits(`shot ${shot}.`).sent, shot).toBeLessThanOrEqual(1);
}

describe('chains of v1, which has no idempotency key', () => {
  it('killed at any moment never send a shot twice: what is not known stays so, and keeps the rest of its chain', {
    timeout: 300_000,
  }, async () => {
    const place = await withChains();
    const { proxy } = place;
    const chance = seeded(proofSeed());
    for (const moment of ['before', 'any', 'after', 'any', 'any'] as const) {
      await killedRun(place, { moment, at: 1 + Math.floor(chance() * 2), afterMs: 250 + chance() * 2000 });
      assertNoneTwice(proxy);
    }
    const { code, ends } = await place.batch();
    assertNoneTwice(proxy);
    const uncertain = new Set(shots.filter((shot) => ends.get(shot) === 'uncertain'));
    // The first kill was at a submit.
    expect(uncertain.size).toBeGreaterThanOrEqual(1);
    expect(code).toBe(13);
    for (const shot of shots) {
      const other = isBehind(shot, uncertain) ? 'held' : 'succeeded';
      expect(ends.get(shot), shot).toBe(uncertain.has(shot) ? 'uncertain' : other);
    }
    // No flag that has others sent again sends these.
    const { sent } = proxy;
    for (const flag of ['--retry-failed', '--revise', '--attempts=3'])
      expect([flag, (await place.batch(flag)).code, proxy.sent]).toEqual([flag, 13, sent]);
    expect([await place.run('recover'), proxy.sent]).toEqual([13, sent]);

    // A person who has looked for the jobs closes those that there are not, and their chains go on.
    const lost = [...uncertain].filter((shot) => proxy.submits(`shot ${shot}.`).arrived === 0);
    for (const shot of lost) expect(await place.run('recover', '--forget', place.keyOf(shot)), shot).toBe(0);
    const after = await place.batch();
    const left = new Set([...uncertain].filter((shot) => !lost.includes(shot)));
    expect(after.code).toBe(left.size === 0 ? 0 : 13);
    for (const shot of shots) {
      const arrived = isBehind(shot, left) && !left.has(shot) ? 0 : 1;
      expect(proxy.submits(`shot ${shot}.`), shot).toMatchObject({ arrived });
    }
  });
});
