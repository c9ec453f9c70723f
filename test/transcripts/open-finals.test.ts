import { expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../src/sandbox/library.ts';
import { errorOf, newHome } from './genctl.ts';

/** A home with a draft of a served sandbox, and the submit of its final, whose answer never arrived. */
async function withOpenFinal(words: readonly string[]) {
  const service = createSandbox();
  const { baseUrl } = await service.listen();
  onTestFinished(() => service.close());
  const { run: runHere } = newHome();
  const env = { GENCTL_BASE_URL: baseUrl, GENCTL_API_KEY: service.apiKey };
  const run = (line: readonly string[]) => runHere([...line], { env });
  const draft = (await run(['draft', 'a fox', '-w', '-q'])).stdout.trim();
  const once = { route: 'POST /v2/jobs', times: 1 };
  service.faults([
    { ...once, cut: 'after' },
    { ...once, status: 404 },
  ]);
  const lost = await run(['finalize', draft, ...words]);
  expect(lost.code, lost.stderr).toBe(13);
  /** How many submits the service has had: one under each key. */
  const submits = () => {
    const sent = service.requests().filter(({ method, path }) => method === 'POST' && path === '/v2/jobs');
    return new Set(sent.map(({ headers }) => headers['idempotency-key'])).size;
  };
  return { draft, submits, run };
}

it('a final whose answer never arrived is not made and paid for again', async () => {
  const { draft, submits, run } = await withOpenFinal([]);
  const again = await run(['finalize', draft, '--json']);
  expect(again.code).toBe(2);
  expect(errorOf(again)).toMatchObject({
    code: 'final_is_open',
    hint: 'genctl recover',
    idempotency_key: expect.any(String),
  });
  expect(submits()).toBe(2);
  expect((await run(['recover'])).code).toBe(0);
  const known = await run(['finalize', draft, '--json']);
  expect(errorOf(known).message).toMatch(/final already|needs an answer/);
  expect(submits()).toBe(2);
});

it('a dry run and --yes warn of it, and its own name goes on with it', async () => {
  const { draft, submits, run } = await withOpenFinal(['--once', 'final']);
  const dry = await run(['finalize', draft, '--dry-run']);
  expect(dry.code).toBe(0);
  expect(dry.stderr).toContain('may have a final already');
  const own = await run(['finalize', draft, '--once', 'final', '-q']);
  expect(own.code, own.stderr).toBe(0);
  expect(submits()).toBe(2);
});
