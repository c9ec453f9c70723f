import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { json, startService } from '../api/loopback-service.ts';

/** Enough for the optimising compiler to take on the parser of answers, were it let. */
const answers = 3000;

const answer = json(200, { id: 'job_1', status: 'running' });

it(`${answers} answers are read without 40 MiB for a compiler`, async () => {
  const { baseUrl } = await startService(...Array.from({ length: answers }, () => answer));
  const script = join(import.meta.dirname, 'fixtures', 'ask-often.ts');
  const args = ['--import', 'tsx', script, baseUrl, String(answers)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const mostMib = Number(stdout) / 2 ** 20;
  process.stdout.write(`${mostMib.toFixed(0)} MiB for compilers\n`);
  expect(mostMib).toBeGreaterThan(0);
  expect(mostMib).toBeLessThan(25);
});
