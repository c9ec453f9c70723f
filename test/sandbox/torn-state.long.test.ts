import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCallbacks } from '../../src/sandbox/callbacks.ts';
import { createDeployment } from '../../src/sandbox/deployment.ts';
import { clip, picture, service } from './fixtures/service.ts';
import { paths } from './fixtures/v1.ts';

/** A service with one finished job, and what it warned of. */
async function used() {
  const warnings: string[] = [];
  const one = service({ warn: (message) => warnings.push(message) });
  const { id } = (await one.submit({ ...picture, callback_url: 'https://hooks.example.invalid/x' })).body;
  one.clock.advanceSeconds(10);
  await one.poll(id);
  const spoil = (kind: string, text: string): string => {
    const folder = join(one.folder, kind);
    const [name = ''] = readdirSync(folder);
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  return { ...one, id, spoil, warnings };
}

const torn = ['{"schema":1,"id":"jo', '"text"', '[]', '{}', 'null', '\0\0\0\0'];
const kinds = ['accounts', 'jobs', 'endings', 'callbacks'];

describe('a file of the state that makes no sense', () => {
  it.each(kinds.flatMap((kind) => torn.map((text) => [kind, text] as const)))(
    'in %s, as %j, is set aside and said, and every submit goes on',
    async (kind, text) => {
      const { id, poll, settings, spoil, submit, warnings } = await used();
      const path = spoil(kind, text);
      expect((await submit(clip())).status).toBe(202);
      expect((await submit(picture)).status).toBe(202);
      expect((await poll(id)).status).toBe(kind === 'jobs' ? 404 : 200);
      const signal = new AbortController().signal;
      const deployment = createDeployment({ ...settings, warn: (message) => warnings.push(message) });
      await createCallbacks(deployment, { port: undefined, signal }).sweep();
      expect(warnings).toEqual([expect.stringContaining(`genctl set it aside as ${path}.torn-1`)]);
      expect(readFileSync(`${path}.torn-1`, 'utf8')).toBe(text);
    },
  );

  it('is, of an account, a number of another type somewhere in it', async () => {
    for (const record of [
      { balanceMicrousd: '1', open: {}, attempts: {} },
      { balanceMicrousd: 1, open: [], attempts: {} },
      { balanceMicrousd: 1, open: { job_1: { holdMicrousd: 'x', endsAtMs: 1 } }, attempts: {} },
      { balanceMicrousd: 1, open: { job_1: null }, attempts: {} },
      { balanceMicrousd: 1, open: {}, attempts: { a: 'many' } },
      { balanceMicrousd: 1, open: {} },
    ]) {
      const { spoil, submit, warnings } = await used();
      spoil('accounts', JSON.stringify(record));
      expect((await submit(picture)).status).toBe(202);
      expect(warnings).toHaveLength(1);
    }
  });
});

describe('a body that nests without an end', () => {
  const deep = (levels: number): string => `${'['.repeat(levels)}1${']'.repeat(levels)}`;

  it.each(['/v2/jobs', ...Object.values(paths)])('is refused on %s as what it is', async (path) => {
    const { ask } = service();
    for (const body of [
      `{"model":"vendor-b/video-2.5","input":${deep(20_000)}}`,
      `{"model":"vendor-b/video-2.5","content":${deep(20_000)}}`,
      deep(20_000),
      `{"model":${deep(300)}}`,
    ]) {
      const answer = await ask(path, { method: 'POST', idempotencyKey: 'k', body });
      expect([answer.status, answer.body.error?.code]).toEqual([400, 'invalid_input']);
    }
    const shallow = `{"model":"vendor-b/video-2.5","input":${deep(200)}}`;
    expect((await ask(path, { method: 'POST', idempotencyKey: 'k', body: shallow })).status).toBeLessThan(
      500,
    );
  });
});
