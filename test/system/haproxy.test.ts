import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ServedSandbox, serveSandbox } from '../transcripts/fixtures/served-sandbox.ts';
import { newHome, type RunOptions } from '../transcripts/genctl.ts';
import { freePort } from './fixtures/between/daemon.ts';
import { startHaproxy } from './fixtures/between/haproxy.ts';
import { createTypist, doEachThing } from './fixtures/between/journey.ts';

/** Where the service listens. Its clients know it by 127.0.0.1, at which HAProxy does. */
const behind = '127.0.0.2';
const key = 'a-key-that-nobody-has-yet';

/** A home whose account is the sandbox behind HAProxy, and what kills the sandbox and starts it again. */
async function behindHaproxy(speed: string) {
  const { home, run } = newHome();
  const port = await freePort();
  const serve = (): Promise<ServedSandbox> =>
    serveSandbox(home, {
      ...{ port, speed },
      env: { GENCTL_SANDBOX_KEY: key },
      words: ['--host', behind, '--allow-host', '127.0.0.1'],
    });
  let sandbox = await serve();
  await startHaproxy(behind, [port, Number(new URL(sandbox.cdnUrl).port)]);
  const env = { ...sandbox.account, GENCTL_API_KEY: key };
  const runHere = (words: readonly string[], options: RunOptions = {}) => run(words, { ...options, env });
  return {
    ...{ home, run: runHere },
    jobIds: () => sandbox.jobIds(),
    /** Runs words; the service is killed once stderr has one thing, and comes back once it has another. */
    async runWithout(words: readonly string[], dies: RegExp, comesBack: RegExp) {
      let state: 'up' | 'down' | 'back' = 'up';
      let back: Promise<void> | undefined;
      const ended = await runHere(words, {
        onStderr(stderr) {
          if (state === 'up' && dies.test(stderr)) {
            state = 'down';
            sandbox.kill();
          } else if (state === 'down' && comesBack.test(stderr)) {
            state = 'back';
            back = serve().then((again) => {
              sandbox = again;
            });
          }
        },
      });
      await back;
      return { ...ended, state };
    },
  };
}

describe('HAProxy before a service that dies and comes back', () => {
  const pictures = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.png'));
  const fox = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--no-probe', '-v'];
  const itsPage = /< 50[234] /;

  it('each command gets through; a look waits for it, and a submit in flight is paid once', async () => {
    const { home, jobIds, run, runWithout } = await behindHaproxy('4');
    await doEachThing(home, createTypist(run));
    const known = jobIds().length;
    const looking = await runWithout([...fox, '-D', 'waited'], /< 202 /, itsPage);
    expect(looking).toMatchObject({ code: 0, state: 'back' });
    expect(pictures(join(home, 'waited'))).toHaveLength(1);
    expect(jobIds()).toHaveLength(known + 1);
    const sent = await runWithout([...fox, '-D', 'sent'], /> POST /, itsPage);
    expect(sent).toMatchObject({ code: 0, state: 'back' });
    expect(pictures(join(home, 'sent'))).toHaveLength(1);
    expect(jobIds()).toHaveLength(known + 2);
  });

  it('a batch loses no line, and pays none twice', async () => {
    const { home, jobIds, runWithout } = await behindHaproxy('8');
    const lines = Array.from({ length: 12 }, (_, shot) => `{"id":"s${shot}","prompt":"${shot}"}`);
    writeFileSync(join(home, 'shots.jsonl'), lines.join('\n'));
    const words = ['batch', 'shots.jsonl', '-m', 'vendor-a/image-1', '-D', 'out', '-y', '-v'];
    const ended = await runWithout(words, /(< 202 [\s\S]*){4}/, itsPage);
    expect(ended).toMatchObject({ code: 0, state: 'back' });
    expect(pictures(join(home, 'out'))).toHaveLength(lines.length);
    expect(jobIds()).toHaveLength(lines.length);
  });
});
