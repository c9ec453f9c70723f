import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outlineCommands, withDescendants } from '../../scripts/command-outline.ts';
import { commandTable } from '../../src/commands/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { budgets, helpBytesMost, neverForHelp } from './budgets.ts';
import { type Loaded, loadedRuns } from './fixtures/run-loaded.ts';

const runLoaded = loadedRuns();

/** A service whose every answer is a job. */
const service = createServer((request, response) => {
  request.resume().once('end', () => {
    const created_at = '2026-01-01T00:00:00.000000+00:00';
    const job = {
      id: 'job_bench',
      model: 'vendor-b/video-2.5',
      status: 'queued',
      created_at,
      retry_after: 1,
    };
    response.writeHead(request.method === 'POST' ? 202 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(job));
  });
});
beforeAll(() => new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready)));
afterAll(() => new Promise<void>((done) => service.close(() => done())));

function expectWithin(bytesMost: number, loaded: Loaded): void {
  const message = `${loaded.bytes} bytes of dist/ were loaded, ${bytesMost} may be: ${loaded.told}`;
  expect(loaded.bytes <= bytesMost, message).toBe(true);
}

describe('a run loads its chunks and no more', () => {
  it.each(budgets)('$words', async (budget) => {
    const { words, chunks, bytesMost, without = [], ends = 0 } = budget;
    const address = service.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const account = { GENCTL_BASE_URL: `http://127.0.0.1:${port}`, GENCTL_API_KEY: 'a-key-of-nobody' };
    for (let looks = budget.isSecondLook ? 3 : 0; looks > 0; looks -= 1)
      await runLoaded(words, account, ends);
    const loaded = await runLoaded(words, account, ends);
    const mend = 'what is imported on the way of a quick run begins a step of rolldown.config.ts';
    expect(loaded.chunks.toSorted(), mend).toEqual(chunks.toSorted());
    expect(without.filter((name) => loaded.node.includes(name))).toEqual([]);
    expectWithin(bytesMost, loaded);
  });
});

it('the help of a command loads neither the network nor the sandbox', async () => {
  const commands = (await outlineCommands(commandTable)).flatMap(withDescendants);
  expect(commands.length).toBeGreaterThan(30);
  await Promise.all(
    commands.map(async ({ path }) => {
      const loaded = await runLoaded([...path, '--help', '--quiet']);
      expect(
        loaded.chunks.filter((name) => neverForHelp.includes(name)),
        path.join(' '),
      ).toEqual([]);
      expectWithin(helpBytesMost, loaded);
    }),
  );
});

it('files that go to a folder need nothing of object stores', async () => {
  const words = [
    'submit',
    'a fox',
    '-m',
    'vendor-a/image-1',
    '--sandbox',
    '-q',
    '-D',
    temporaryFolder('genctl-out-'),
  ];
  const { chunks } = await runLoaded(words, { GENCTL_SANDBOX_SPEED: 'instant' });
  expect(chunks).toContain('open-place');
  expect(chunks.filter((name) => /bucket|open-store|uploads/.test(name))).toEqual([]);
});
