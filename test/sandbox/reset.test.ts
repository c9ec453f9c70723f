import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDeployment } from '../../src/sandbox/deployment.ts';
import { resetSandbox } from '../../src/sandbox/reset.ts';
import { accountBalance } from './fixtures/account-balance.ts';
import { clip, picture, service, stateFolder } from './fixtures/service.ts';
import { drawing, finished, linked, part, poll as pollV1, spicy, submit as submitV1 } from './fixtures/v1.ts';

describe('a reset', () => {
  it('forgets jobs, keys, files and charges, for a sandbox that runs on too', async () => {
    const { submit, poll, clock, fetchUrl, folder, settings } = service();
    const { id } = (await submit(picture, { idempotencyKey: 'k' })).body;
    await submit({ ...clip(), callback_url: 'https://hooks.example/x' });
    clock.advanceSeconds(10);
    const url = (await poll(id)).body.outputs?.[0]?.url ?? '';
    expect((await fetchUrl(url)).status).toBe(200);
    expect(resetSandbox(folder)).toEqual({ jobs: 2, leftAlone: [] });
    expect(readdirSync(folder)).toEqual([]);
    expect((await poll(id)).status).toBe(404);
    expect((await fetchUrl(url)).status).toBe(404);
    const again = await submit(clip(), { idempotencyKey: 'k' });
    expect(again.status).toBe(202);
    expect(again.body.id).not.toBe(id);
    expect(accountBalance(createDeployment(settings), 'sbx_local').balanceUsd).toBe(1_000);
  });

  it('forgets tasks of v1, what opened their files, and how often a body was sent', async () => {
    const one = service();
    const busyOnce = () =>
      submitV1(one, 'refs', spicy([part.picture('a')]), { scenario: 'preparation_busy_once' });
    const { data, id, media_url } = await finished(one, 'images', drawing);
    const [raw] = data as { url: string }[];
    expect([(await busyOnce()).status, (await busyOnce()).status]).toEqual([503, 200]);
    expect((await linked(one, media_url)).status).toBe(200);
    expect(resetSandbox(one.folder)).toEqual({ jobs: 2, leftAlone: [] });
    expect((await pollV1(one, 'images', id)).status).toBe(404);
    for (const url of [media_url, raw?.url]) expect((await linked(one, url)).status).toBe(404);
    expect((await busyOnce()).status).toBe(503);
  });

  it('leaves alone what is not the sandbox’s, and follows no link', async () => {
    const { submit, folder } = service();
    await submit(picture);
    const outside = join(dirname(folder), 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'kept'), '');
    symlinkSync(outside, join(folder, 'media'));
    symlinkSync(outside, join(folder, 'jobs', 'linked'));
    writeFileSync(join(folder, 'notes.txt'), '');
    const { leftAlone } = resetSandbox(folder);
    expect(leftAlone).toContain(join(folder, 'notes.txt'));
    expect(leftAlone).toContain(join(folder, 'jobs', 'linked'));
    expect(existsSync(join(outside, 'kept'))).toBe(true);
    expect(existsSync(join(folder, 'notes.txt'))).toBe(true);
  });

  it('of nothing is fine', () => {
    expect(resetSandbox(stateFolder())).toEqual({ jobs: 0, leftAlone: [] });
  });
});
