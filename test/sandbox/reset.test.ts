import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountBalance } from '../../src/sandbox/account-balance.ts';
import { createDeployment } from '../../src/sandbox/deployment.ts';
import { resetSandbox } from '../../src/sandbox/reset.ts';
import { clip, picture, service, stateFolder } from './fixtures/service.ts';

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
