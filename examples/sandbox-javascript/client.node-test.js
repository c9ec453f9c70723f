import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { createSandbox } from 'genctl/sandbox';
import { renderPicture } from './client.js';

const sandbox = createSandbox();
// Over HTTP, for a program that opens its own connections.
const { baseUrl } = await sandbox.listen();
const account = { baseUrl, apiKey: sandbox.apiKey };
beforeEach(() => sandbox.reset());
after(() => sandbox.close());

test('renders a picture', async () => {
  const { status } = await renderPicture('a fox', { ...account, key: 'one' });
  assert.equal(status, 'succeeded');
});

test('submits again while the service fails', async () => {
  sandbox.faults({ route: 'POST /v2/jobs', status: 503, times: 1 });
  const { status } = await renderPicture('a fox', { ...account, key: 'one' });
  assert.equal(status, 'succeeded');
  const posts = sandbox.requests().filter(({ method }) => method === 'POST');
  assert.deepEqual(
    posts.map(({ answer }) => answer?.status),
    [503, 202],
  );
});
