import { createSandbox } from 'genctl/sandbox';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { renderPicture } from './client.js';

const sandbox = createSandbox();
const account = { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, fetch: sandbox.fetch };
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

it('renders a picture', async () => {
  const picture = await renderPicture('a fox', { ...account, key: 'one' });
  expect(picture.status).toBe('succeeded');
  const file = await sandbox.fetch(picture.url);
  expect(file.headers.get('Content-Type')).toBe('image/png');
  expect(sandbox.requests()[0]).toMatchObject({ path: '/v2/jobs', body: { input: { prompt: 'a fox' } } });
});

it('pays once where an answer was lost', async () => {
  sandbox.faults({ route: 'POST /v2/jobs', cut: 'after', times: 1 });
  await renderPicture('a fox', { ...account, key: 'one' });
  const submits = sandbox.requests().filter(({ method }) => method === 'POST');
  expect(submits.map(({ headers }) => headers['idempotency-key'])).toEqual(['one', 'one']);
  expect(submits.map(({ answer }) => answer?.status)).toEqual([undefined, 200]);
});
