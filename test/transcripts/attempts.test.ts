import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { onLoopback, sendJson } from './fixtures/on-loopback.ts';
import { errorOf, newHome } from './genctl.ts';

type Answer = (status: number, body: unknown) => void;

const noMoney = { error: { code: 'insufficient_balance', message: 'no money' } };
const broken = { code: 'provider_failed', message: 'it broke' };

/** Two jobs, of which the first one fails; there is no money for a third, and until that was asked for the second goes on. */
function serviceWithoutMoney(): Promise<Record<string, string>> {
  let submits = 0;
  return serviceThat((request, answer) => {
    const created_at = new Date().toISOString();
    const job = { model: 'vendor-b/video-2.5', created_at };
    if (request.method === 'POST') {
      submits += 1;
      if (submits < 3) answer(202, { ...job, id: `job_take${submits}`, status: 'queued' });
      else answer(402, noMoney);
    } else if (request.url?.endsWith('job_take1') === true) {
      answer(200, { ...job, id: 'job_take1', status: 'failed', completed_at: created_at, error: broken });
    } else {
      answer(200, { ...job, id: 'job_take2', status: submits < 3 ? 'running' : 'succeeded', outputs: [] });
    }
  });
}

/** Two tasks of v1 that fail; there is no money for a third, and what became of a fourth it does not say. */
function serviceThatBreaks(): Promise<Record<string, string>> {
  let submits = 0;
  return serviceThat((request, answer) => {
    if (request.method !== 'POST') return answer(200, { status: 'failed', error: broken });
    submits += 1;
    if (submits < 3) answer(200, { id: `task-${submits}` });
    else if (submits === 3) answer(402, noMoney);
    else answer(500, {});
  });
}

async function serviceThat(
  answers: (request: IncomingMessage, answer: Answer) => void,
): Promise<Record<string, string>> {
  const origin = await onLoopback((request, response) => {
    const answer: Answer = (status, body) => sendJson(response, status, body);
    request.resume().once('end', () => answers(request, answer));
  });
  return { GENCTL_BASE_URL: origin, GENCTL_API_KEY: 'key-of-tests' };
}

const takes = ['draft', 'a fox', '--duration', '4', '--takes', '2', '--attempts', '2'];

it('a take that can not be made again takes nothing from the other one', async () => {
  const { run } = newHome();
  const ended = await run(takes, { env: await serviceWithoutMoney() });
  expect(ended.code, ended.stderr).toBe(15);
  expect(ended.stdout).toBe('job_take1\njob_take2\n');
  expect(ended.stderr).toContain('It was attempt 2 of 2, after job_take1 failed.');
  expect(ended.stderr).toContain('job_take1 failed (provider_failed), uncharged: attempt 2 of 2');
  expect(ended.stderr.match(/^job_\w+ submitted$/gm)).toEqual(['job_take1 submitted', 'job_take2 submitted']);
});

it('a take that is refused is the last one that is sent, and the jobs before it are named', async () => {
  const { run } = newHome();
  let submits = 0;
  const env = await serviceThat((_, answer) => {
    submits += 1;
    const job = { model: 'vendor-b/video-2.5', created_at: new Date().toISOString(), status: 'queued' };
    if (submits === 2) answer(402, noMoney);
    else answer(202, { ...job, id: `job_take${submits}` });
  });
  const ended = await run(['draft', 'a fox', '--duration', '4', '--takes', '3'], { env });
  expect(ended.code, ended.stderr).toBe(15);
  expect(ended.stdout).toBe('job_take1\n');
  expect(submits).toBe(2);
});

it('and the document has both, with the job that failed before', async () => {
  const { run } = newHome();
  const ended = await run([...takes, '--json'], { env: await serviceWithoutMoney() });
  expect(errorOf(ended)).toMatchObject({ code: 'insufficient_balance', exit_code: 15 });
  expect(JSON.parse(ended.stdout)).toMatchObject({
    items: [
      { id: 'job_take1', status: 'failed' },
      { id: 'job_take2', status: 'succeeded' },
    ],
  });
});

it('of several that can not be made again each is told, and one that may have been paid for decides the exit', async () => {
  const { run } = newHome();
  const ended = await run([...takes, '--api', 'v1'], { env: await serviceThatBreaks() });
  expect(ended.code, ended.stderr).toBe(13);
  expect(ended.stderr).toContain('The service may or may not have started a job for vendor-b/video-2.5');
  expect(ended.stderr).toContain('no money');
});
