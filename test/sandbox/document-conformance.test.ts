import { describe, expect, it } from 'vitest';
import { type ConformanceCase, conformanceFiles } from '../conformance/document/case-schema.ts';
import { expectMatch } from './fixtures/body-match.ts';
import { DocumentCase } from './fixtures/document-case.ts';
import { expectModels } from './fixtures/models-match.ts';
import type { Answer } from './fixtures/service.ts';

const cases = conformanceFiles().flatMap((file) => file.cases);

type Wanted = ConformanceCase['expect'];

describe('the sandbox, against the cases written from the document', () => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    const running = new DocumentCase(one);
    const { expect: wanted } = one;
    await running.prepare();
    if (one.request.path.startsWith('$')) {
      const link = await running.fetchLink();
      expect(link.status).toBe(wanted.status);
      expectMatch(Object.fromEntries(link.headers), wanted.header_matches ?? {}, undefined, running.ids);
      return;
    }
    const answer = await running.ask();
    expect(answer.status, JSON.stringify(answer.body)).toBe(wanted.status);
    expectRefusal(answer, wanted);
    expectIdentity(answer, running);
    if (wanted.models !== undefined) expectModels(answer.body, wanted.models, wanted.models_absent ?? []);
    const shown = wanted.end === undefined ? answer : await running.pollAtEnd(answer.body.id, wanted.end);
    expectJob(shown, running);
    if (wanted.same_answer_as_unknown_id !== undefined) {
      const unknown = await running.askForUnknownId(wanted.same_answer_as_unknown_id);
      expect(running.asIfUnknown(answer, wanted.same_answer_as_unknown_id)).toEqual([
        unknown.status,
        unknown.body,
      ]);
    }
  });
});

function expectRefusal({ body }: Answer, { code, names = [] }: Wanted): void {
  if (code !== undefined) expect(body.error?.code).toBe(code);
  for (const name of names) expect(body.error?.message).toContain(name);
}

function expectIdentity({ body }: Answer, { ids, polls, one: { expect: wanted } }: DocumentCase): void {
  const { same_job_as: same, other_job_than: other, unchanged_from: unchanged } = wanted;
  if (same !== undefined) expect(body.id).toBe(ids.get(same));
  if (other !== undefined) expect(body.id).not.toBe(ids.get(other));
  if (unchanged !== undefined) expect(body).toEqual(polls.get(unchanged)?.body);
}

function expectJob({ body, headers }: Answer, { ids, polls, one: { expect: wanted } }: DocumentCase): void {
  for (const name of wanted.present ?? []) expect(body).toHaveProperty(name);
  for (const name of wanted.absent ?? []) expect(body).not.toHaveProperty(name);
  expectMatch(body, wanted.body_matches ?? {}, body, ids);
  expectMatch(Object.fromEntries(headers), wanted.header_matches ?? {}, body, ids);
  if (wanted.end_code !== undefined) expect(body.error?.code).toBe(wanted.end_code);
  if (wanted.charged === true) expect(body.cost_usd).toBeGreaterThan(0);
  if (wanted.charged === false) expect(body).not.toHaveProperty('cost_usd');
  if (wanted.cost === undefined) return;
  if ('equals' in wanted.cost) expect(body.cost_usd).toBe(polls.get(wanted.cost.equals)?.body.cost_usd);
  else expect(body.cost_usd).toBeGreaterThan(polls.get(wanted.cost.above)?.body.cost_usd ?? Number.NaN);
}
