import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { machineAt } from '../stores/store-bench.ts';
import { startStoreDouble } from '../stores/store-double.ts';
import { mp4, serveFiles, whole } from '../transcripts/fixtures/file-service.ts';
import { startHaproxy } from './fixtures/between/haproxy.ts';

/** Where the store listens. Its clients know it by 127.0.0.1, at which HAProxy does. */
const behind = '127.0.0.2';
const mib = 1024 * 1024;

/** A store behind HAProxy that dies once, at a call, and comes back once a client was told so. */
async function dyingStore(at: string, fault: 'cut before' | 'cut after') {
  const store = await startStoreDouble({
    address: behind,
    fault({ what }, before) {
      if (what !== at || before > 0) return undefined;
      void store.close();
      return fault;
    },
  });
  onTestFinished(() => store.close());
  await startHaproxy(behind, [Number(new URL(store.endpoint).port)]);
  return store;
}

describe('HAProxy before a bucket that dies and comes back', () => {
  it.each([
    ['PUT part', 'cut before'],
    ['POST begin', 'cut after'],
    ['POST complete', 'cut after'],
    ['HEAD object', 'cut before'],
  ] as const)('at a %s (%s) takes the whole file once it is back', async (at, fault) => {
    const clip = mp4(20 * mib);
    const { account } = await serveFiles([whole(clip)]);
    const store = await dyingStore(at, fault);
    let back: Promise<void> | undefined;
    const ended = await machineAt(store).run(
      ['submit', 'a fox', '-m', 'vendor-a/video-1', '-D', 's3://shots/film', '--name', 'fox.{ext}', '-v'],
      {
        env: account,
        onStderr(stderr) {
          if (/< 50[234] /.test(stderr)) back ??= store.open();
        },
      },
    );
    await back;
    expect(ended.code, ended.stderr.slice(-3000)).toBe(0);
    expect(back).toBeDefined();
    expect(ended.stdout).toContain('s3://shots/film/fox.mp4');
    expect(store.objects.get('film/fox.mp4')?.sha256).toBe(createHash('sha256').update(clip).digest('hex'));
    expect(store.violations).toEqual([]);
  });
});
