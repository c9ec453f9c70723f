import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reach } from '../sample.ts';

const runner = join(import.meta.dirname, 'run.ts');
const histories = reach(5, 30);
const longestMs = 600_000;

it(
  `${histories} histories of chance, and every one that once failed, agree with the books of the service`,
  async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', runner, String(histories), '1'], {
      stdio: 'pipe',
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    }
    const code = await new Promise((done) => child.once('close', done));
    expect(said).toContain(' 0 failures');
    expect(code, said).toBe(0);
  },
  longestMs,
);
