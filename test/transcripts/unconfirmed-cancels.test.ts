import { describe, expect, it } from 'vitest';
import { type Answer, bare, page, serviceBehind } from './fixtures/answers-in-between.ts';
import { sendJson } from './fixtures/on-loopback.ts';
import { errorOf, newHome } from './genctl.ts';

const submit = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--no-preflight', '-q'];

describe('a cancel', () => {
  it('is repeated after a page', async () => {
    const { run } = newHome();
    const { env } = await serviceBehind({ 'POST /v2/jobs/job_1/cancel': [page(403), page(200)] });
    await run(submit, { env });
    const ended = await run(['cancel', 'job_1'], { env });
    expect([ended.code, ended.stdout], ended.stderr).toEqual([0, expect.stringContaining('canceled')]);
  });

  it.each<[string, Answer]>([
    ['204', bare(204, '')],
    ['[]', bare(200, '[]')],
    ['running', (response) => sendJson(response, 200, { id: 'job_1', status: 'running' })],
  ])('is repeated after %s while its job is running', async (_, answer) => {
    const { run } = newHome();
    const { env, seen } = await serviceBehind({ 'POST /v2/jobs/job_1/cancel': [answer] });
    await run(submit, { env });
    const ended = await run(['cancel', 'job_1'], { env });
    expect([ended.code, ended.stdout], ended.stderr).toEqual([0, expect.stringContaining('canceled')]);
    expect(seen.map(({ asked }) => asked.split(' ')[0])).toEqual(['POST', 'POST', 'GET', 'POST']);
  });

  it.each([
    ['cancel', 'job_1'],
    ['cancel', '--all', '-y'],
  ])('that leaves its job running is no success: %s %s', async (...words) => {
    const { run } = newHome();
    const later: Answer = (response) => response.writeHead(200, { 'retry-after': '120' }).end('{}');
    const { env } = await serviceBehind({ 'POST /v2/jobs/job_1/cancel': [later, later] });
    await run(submit, { env });
    const plain = await run(words, { env });
    expect([plain.code, plain.stdout], plain.stderr).toEqual([9, expect.stringContaining('running')]);
    expect(plain.stderr).toContain('job_1 could not be confirmed: the service calls the job running');
    const ended = await run([...words, '--json'], { env });
    expect(JSON.parse(ended.stdout)).toMatchObject({ items: [{ id: 'job_1', status: 'running' }] });
    expect(errorOf(ended)).toMatchObject({
      ...{ exit_code: 9, retryable: true, code: 'cancel_unconfirmed', job_id: 'job_1' },
      fix: { argv: ['genctl', 'cancel', 'job_1'] },
    });
  });
});
