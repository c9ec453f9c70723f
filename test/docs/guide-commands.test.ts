import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { listenSandbox } from '../../src/sandbox/listen.ts';
import { startStoreDouble, storeEnvironment } from '../stores/store-double.ts';

const root = resolve(import.meta.dirname, '../..');

/** A block of a page, with the comment above it. */
interface Block {
  comment: string | undefined;
  language: string;
  text: string;
}

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, 'docs', page), 'utf8');
  return [...text.matchAll(/(?:<!-- ([^\n]*) -->\n)?```(\w+)\n([\s\S]*?)```/g)].map(
    ([, comment, language = '', block = '']) => ({ comment, language, text: block }),
  );
}

/** The lines by which a pipeline's file calls genctl, as the first of four parts has them. */
function pipelineLines({ text }: Block): string[] {
  return [...text.matchAll(/^\s*- (?:run: )?(genctl .*)$/gm)].map(([, line = '']) =>
    line.replaceAll(/\$\{\{ matrix\.shard \}\}/g, '1'),
  );
}

const jq = `#!${process.execPath}
// What jq makes of the program of docs/batch.md; jq itself is not part of Node.
const { readFileSync } = require('node:fs');
for (const line of readFileSync(process.argv.at(-1), 'utf8').trim().split('\\n')) {
  const { id, job, status } = JSON.parse(line);
  if (status === 'succeeded') console.log(JSON.stringify({ id, command: 'finalize', draft: job }));
}
`;

/** A folder with genctl in its path, and an account at a service on loopback, as a pipeline has it. */
async function workplace() {
  const home = mkdtempSync(join(tmpdir(), 'genctl-guide-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const work = join(home, 'work');
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  write(join(home, 'bin/genctl'), `#!/bin/sh\nexec '${process.execPath}' '${root}/bin/genctl.js' "$@"\n`);
  write(join(home, 'bin/jq'), jq);
  for (const name of ['genctl', 'jq']) chmodSync(join(home, 'bin', name), 0o755);
  mkdirSync(work);
  const options = { port: 0, noCdn: false, nowMs: Date.now, randomBytes, speed: 'instant' } as const;
  const service = await listenSandbox({ ...options, folder: join(home, 'served') });
  onTestFinished(() => service.close());
  const store = await startStoreDouble();
  onTestFinished(() => store.close());
  const env = {
    PATH: `${join(home, 'bin')}${delimiter}${process.env.PATH}`,
    HOME: home,
    GENCTL_HOME: join(home, 'genctl'),
    GENCTL_SANDBOX_SPEED: 'instant',
    GENCTL_BASE_URL: service.baseUrl,
    GENCTL_API_KEY: service.apiKey,
    CI_NODE_INDEX: '1',
    CI_NODE_TOTAL: '4',
    GITLAB_CI: 'true',
    ...storeEnvironment(store),
  };
  return {
    write: (path: string, text: string) => write(join(work, path), text),
    /** The exit code and all that was said. */
    run: (line: string) =>
      promisify(execFile)('sh', ['-e', '-c', line], { cwd: work, env }).then(
        ({ stderr, stdout }) => ({ code: 0, said: `${stdout}${stderr}` }),
        ({ code, stderr, stdout }) => ({ code, said: `${stdout}${stderr}` }),
      ),
  };
}

it.each(['batch.md', 'ci.md', 'object-stores.md'])(
  'docs/%s: each line does what the page says, one after another',
  async (page) => {
    const { run, write } = await workplace();
    let lines = 0;
    for (const block of blocksOf(page)) {
      const { comment = '', language, text } = block;
      const [, file] = /^file: (.*)$/.exec(comment) ?? [];
      if (file !== undefined) write(file, text);
      const typed = language === 'sh' && !comment.startsWith('runs') ? [text] : pipelineLines(block);
      for (const line of typed) {
        lines += 1;
        const { code, said } = await run(line);
        const expected = Number(/^exit: (\d+)$/.exec(comment)?.[1] ?? 0);
        expect([line, code], said).toEqual([line, expected]);
      }
    }
    expect(lines).toBeGreaterThan(3);
  },
  400_000,
);
