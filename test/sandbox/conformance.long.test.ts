import { describe, expect, it } from 'vitest';
import { conformanceFiles } from '../conformance/case-files.ts';
import type { ConformanceCase } from '../conformance/case-schema.ts';
import { routeOf } from '../conformance/routes.ts';
import { sample } from '../sample.ts';
import { expectMatch, valueAt } from './fixtures/body-match.ts';
import { expectState } from './fixtures/job-state.ts';
import { expectModels } from './fixtures/models-match.ts';
import { RunningCase } from './fixtures/running-case.ts';
import type { Answer } from './fixtures/service.ts';
import { SharedSandboxes } from './fixtures/shared-sandboxes.ts';

const cases = conformanceFiles().flatMap((file) => file.cases);

type Wanted = ConformanceCase['expect'];

describe('the sandbox does what the service document says', () => {
  const sandboxes = new SharedSandboxes();

  const drawn = sample(cases, ({ request }) => request.path, 2);

  it.each(drawn.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    const running = new RunningCase(one, sandboxes);
    const { expect: wanted } = one;
    await running.prepare();
    if (one.request.path.startsWith('$')) {
      const link = await running.fetchLink();
      expectStatus(link, wanted.status);
      const around = { whole: undefined, ids: running.ids, polls: running.polls };
      expectMatch(Object.fromEntries(link.headers), wanted.header_matches ?? {}, around);
      return;
    }
    const answer = await running.ask();
    expectStatus(answer, wanted.status);
    expectRefusal(answer, wanted);
    expectIdentity(answer, running);
    if (wanted.models !== undefined) expectModels(answer.body, wanted.models, wanted.models_absent ?? []);
    const shown = wanted.end === undefined ? answer : await running.pollAtEnd(answer, wanted.end);
    expectJob(shown, running);
    if (one.request.path.startsWith('/v2/jobs') && shown.status < 300) expectState(shown.body);
    await expectLinks(shown, running);
    if (wanted.same_answer_as_unknown_id !== undefined) {
      const unknown = await running.askForUnknownId(wanted.same_answer_as_unknown_id);
      expect(running.asIfUnknown(answer, wanted.same_answer_as_unknown_id)).toEqual([
        unknown.status,
        unknown.body,
      ]);
    }
  });
});

/** Where the document gives no number, it is a success or the asker's fault. */
function expectStatus({ status, body }: { status: number; body: unknown }, wanted: Wanted['status']): void {
  if (typeof wanted === 'number') expect(status, JSON.stringify(body)).toBe(wanted);
  else expect(`${String(status)[0]}xx`, JSON.stringify(body)).toBe(wanted);
}

function expectRefusal({ body }: Answer, { code, code_matches: pattern, names = [] }: Wanted): void {
  if (code !== undefined) expect(body.error?.code).toBe(code);
  if (pattern !== undefined) expect(body.error?.code).toMatch(new RegExp(pattern));
  for (const name of names) expect(body.error?.message).toContain(name);
}

function expectIdentity({ body }: Answer, { ids, polls, one }: RunningCase): void {
  const { same_job_as: same, other_job_than: other, unchanged_from: unchanged } = one.expect;
  const route = routeOf(one.request);
  const id = valueAt(body, route === 'spicy' || route === 'refs' ? 'job_id' : 'id');
  if (same !== undefined) expect(id).toBe(ids.get(same));
  if (other !== undefined) expect([ids.get(other), undefined]).not.toContain(id);
  if (unchanged !== undefined) expect(body).toEqual(polls.get(unchanged)?.body);
}

function expectJob({ body, headers }: Answer, { ids, polls, one: { expect: wanted } }: RunningCase): void {
  for (const name of wanted.present ?? []) expect(body).toHaveProperty(name);
  for (const name of wanted.absent ?? []) expect(body).not.toHaveProperty(name);
  const around = { whole: body, ids, polls };
  expectMatch(body, wanted.body_matches ?? {}, around);
  expectMatch(Object.fromEntries(headers), wanted.header_matches ?? {}, around);
  if (wanted.provider_code === true) expect(body).toHaveProperty('error.provider_code', expect.any(String));
  if (wanted.provider_code === false) expect(body).not.toHaveProperty('error.provider_code');
  if (wanted.fields !== undefined) {
    expect(Object.keys(body).length).toBeGreaterThanOrEqual(wanted.fields.least);
    expect(Object.keys(body).length).toBeLessThanOrEqual(wanted.fields.most);
  }
  if (wanted.end_code !== undefined) expect(body.error?.code).toBe(wanted.end_code);
  if (wanted.charged === true) expect(body.cost_usd).toBeGreaterThan(0);
  if (wanted.charged === false) expect(body).not.toHaveProperty('cost_usd');
  if (wanted.cost === undefined) return;
  if ('equals' in wanted.cost) expect(body.cost_usd).toBe(polls.get(wanted.cost.equals)?.body.cost_usd);
  else expect(body.cost_usd).toBeGreaterThan(polls.get(wanted.cost.above)?.body.cost_usd ?? Number.NaN);
}

async function expectLinks({ body }: Answer, running: RunningCase): Promise<void> {
  for (const { at, account, after_seconds: after = 0, status, content_type: type } of running.one.expect
    .links ?? []) {
    running.api.clock.advanceSeconds(after);
    const link = await running.fetchLinkAt(body, at, account);
    expectStatus({ status: link.status, body: at }, status);
    if (type !== undefined) expect(link.contentType).toMatch(new RegExp(type));
  }
}
