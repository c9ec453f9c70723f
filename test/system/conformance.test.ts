import { describe, expect, it } from 'vitest';
import { type ConformanceCase, conformanceCases, expand } from '../conformance/cases.ts';
import { conformanceFiles } from '../conformance/document/case-files.ts';
import type { ConformanceCase as DocumentCase } from '../conformance/document/case-schema.ts';
import { expand as expandDocument } from '../conformance/document/macros.ts';
import { routeOf, synchronousPath } from '../conformance/document/routes.ts';
import { newHome } from '../transcripts/genctl.ts';

/**
 * What the binary can be told alone: a body that is an object (`--body` takes no other), no history, no other account, no header
 * of its own; and no id of the spicy routes, which it sends to v1 by itself and never to v2.
 */
const submits = conformanceCases().filter(
  ({ request, before, given, preflight }) =>
    request.path === '/v2/jobs' &&
    !Array.isArray(request.body) &&
    before === undefined &&
    given === undefined &&
    preflight !== null &&
    request.headers === undefined &&
    !/^spicy\//.test(String((request.body as { model?: unknown }).model)),
);

/** The exit that stands for what the service must do. */
function exitOf({ expect: { status, end } }: ConformanceCase): number {
  if (status === 404) return 11;
  if (status !== 202) return 10;
  return end === 'failed' ? 5 : 0;
}

describe.concurrent('typed at the binary, past the check and before it', () => {
  const { run } = newHome();

  it('sees the cases', () => expect(submits.length).toBeGreaterThan(80));

  it.each(submits.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    const stdin = JSON.stringify(expand(one.request.body));
    const follow = one.expect.end === undefined ? [] : ['--wait'];
    const words = ['submit', '--body', '-', '--json', '--sandbox', ...follow];
    const sent = await run([...words, '--no-preflight'], { stdin });
    expect(sent.code, sent.stderr).toBe(exitOf(one));
    if (one.preflight !== 'refuses') return;
    const checked = await run(words, { stdin });
    expect(checked.code, checked.stderr).toBe(2);
    expect(checked.stdout).toBe('');
  });
});

/** The cases of v1 that are typed here as well: one or more of each route and of each of its refusals. */
const typed = conformanceFiles()
  .flatMap((file) => file.cases)
  .filter((one) => one.typed === true);

/** How a body is sent on the route of a case. */
function wordsOf({ request }: DocumentCase): string[] {
  const follow = ['--body', '-', '--json', '--sandbox', '--wait'];
  if (request.path === synchronousPath) return ['submit', '--sync', ...follow];
  const route = routeOf(request) ?? 'jobs';
  return route === 'refs' ? ['refs', ...follow] : ['submit', '--api', 'v1', '--route', route, ...follow];
}

function documentExitOf({ expect: { status, end } }: DocumentCase): number {
  if (status !== '2xx' && status !== 200) return 10;
  return end === 'failed' ? 5 : 0;
}

describe.concurrent('v1, typed at the binary, past the check and before it', () => {
  const { run } = newHome();

  it('sees cases of every route', () => {
    expect(typed.length).toBeGreaterThan(20);
    expect(new Set(typed.map(({ request }) => request.path)).size).toBe(5);
  });

  it.each(typed.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    const stdin = JSON.stringify(expandDocument(one.request.body));
    const sent = await run([...wordsOf(one), '--no-preflight'], { stdin });
    expect(sent.code, sent.stderr).toBe(documentExitOf(one));
    for (const name of one.expect.names ?? []) expect(sent.stderr).toContain(name);
    if (one.preflight !== 'refuses') return;
    const checked = await run(wordsOf(one), { stdin });
    expect(checked.code, checked.stderr).toBe(2);
    expect(checked.stdout).toBe('');
  });
});
