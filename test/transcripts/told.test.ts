import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FlowEvent } from '../../src/ledger/events.ts';
import { mp4, serveFiles, whole } from './fixtures/file-service.ts';
import { startKeyedService } from './fixtures/keyed-service.ts';
import { knowAccount } from './fixtures/known-account.ts';
import { newHome } from './genctl.ts';

type Home = ReturnType<typeof newHome>;
type Kind = FlowEvent['kind'];

const clip = ['submit', 'a fox', '-m', 'vendor-a/video-1'];
const picture = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--sandbox'];

/** A run that meets a kind of event, and the line that tells it where nothing moves. */
interface Told {
  run(home: Home): Promise<{ stderr: string }>;
  line: RegExp;
}

const download = async ({ run }: Home, bytes: number) => {
  const { account } = await serveFiles([whole(mp4(bytes))]);
  return run([...clip, '-D', 'out'], { env: account });
};

/** The list of those waited for shows on a terminal, and where nothing moves each half minute: test/system looks at both. */
const told: Record<Exclude<Kind, 'waiting'>, Told> = {
  submitted: {
    async run({ run }) {
      await run([...picture, '--once', 'fox']);
      return run([...picture, '--once', 'fox']);
    },
    line: /^job_\w+ already exists, created just now$/m,
  },
  state: { run: (home) => download(home, 12_000), line: /^job_clip1 succeeded after 12m 03s$/m },
  retrying: {
    async run({ run }) {
      const service = await startKeyedService('503 before commit');
      onTestFinished(() => service.close());
      const env = { GENCTL_BASE_URL: service.baseUrl, GENCTL_API_KEY: 'k' };
      return run(clip, { env });
    },
    line: /503.*, again in [\d.]+s$/m,
  },
  'download-started': {
    run: (home) => download(home, 12_000_000),
    line: /^downloading \S+out\/a-fox-clip1-1\.mp4 /m,
  },
  'download-progress': { run: (home) => download(home, 12_000_000), line: / \(12\.0 MB\)\ndownloaded/m },
  downloaded: {
    run: (home) => download(home, 12_000),
    line: /^job_clip1 succeeded .*\ndownloaded \S+out\/a-fox-clip1-1\.mp4 \(12\.0 kB\)\n/m,
  },
  'download-stopped': {
    async run({ run }) {
      const { account } = await serveFiles([
        (response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end('<html>'),
      ]);
      return run([...clip, '-D', 'out'], { env: account });
    },
    line: /^\S+out\/a-fox-clip1-1\.mp4 was not downloaded: \S+/m,
  },
  verified: {
    async run({ run }) {
      const { account } = await serveFiles([whole(mp4(12_000))]);
      return run([...clip, '-D', 'out', '--verify'], { env: account });
    },
    line: /^✗ \S+out\/a-fox-clip1-1\.mp4: genctl can't measure it$/m,
  },
  uploading: {
    async run({ home, run }) {
      writeFileSync(join(home, 'walk.mp4'), mp4(64));
      const { baseUrl, close } = await startKeyedService('none');
      onTestFinished(() => close());
      knowAccount(home, 'studio', { base_url: baseUrl, api_key: 'k' });
      const command = JSON.stringify([process.execPath, '-p', '"https://files.example.com/walk"']);
      await run(['auth', 'set', 'upload_command', command, '--profile', 'studio']);
      const words = ['submit', 'video 1 walks', '-m', 'vendor-b/video-2.5', '--ref-video', 'walk.mp4'];
      return run([...words, '--no-probe', '--no-preflight']);
    },
    line: /^uploading .*\(64 B\)$/m,
  },
  'exec-started': {
    run: ({ run }) => run([...picture, '-w', '--exec', 'true']),
    line: /^job_\w+: --exec starts$/m,
  },
  'exec-ended': {
    run: ({ run }) => run([...picture, '-w', '--exec', 'true']),
    line: /^job_\w+: --exec is done after [\d.]+m?s$/m,
  },
  'exec-known': {
    async run({ run }) {
      await run([...picture, '-w', '--exec', 'true']);
      return run(['wait', '@last', '--exec', 'true']);
    },
    line: /^job_\w+: --exec was done before$/m,
  },
  warning: {
    run: ({ run }) => run([...picture, '--assume-cost', '1']),
    line: /^! --assume-cost has no effect/m,
  },
};

describe('what is told while a command works', () => {
  it.each(Object.entries(told))('has a line for %s', async (_, { run, line }) => {
    expect((await run(newHome())).stderr).toMatch(line);
  });
});
