import { describe, expect, it } from 'vitest';
import { type ConformanceCase, conformanceCases, expand } from '../conformance/cases.ts';
import { type Answer, type Asked, service } from './fixtures/service.ts';

const keys = { other: 'sbx_other', ungranted: 'sbx_ungranted', none: undefined, own: 'sbx_local' } as const;

/** Past every deadline: whatever is to become of a job has become of it. Unit: s. */
const longEnoughSeconds = 31 * 60;

type Service = ReturnType<typeof service>;

function askedOf({
  account,
  scenario,
}: {
  account?: keyof typeof keys | undefined;
  scenario?: string | undefined;
}): Asked {
  return { key: keys[account ?? 'own'], ...(scenario === undefined ? {} : { scenario }) };
}

async function makeEarlierJobs(api: Service, { before = [] }: ConformanceCase): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const earlier of before) {
    const asked = askedOf(earlier);
    const key = earlier.key === undefined ? {} : { idempotencyKey: earlier.key };
    const { status, body } = await api.submit(expand(earlier.body, ids), { ...asked, ...key });
    expect(status, `${earlier.as}: ${JSON.stringify(body)}`).toBe(202);
    ids.set(earlier.as, body.id);
    if (earlier.until === undefined) continue;
    // No further than it takes: a draft has only seven days.
    api.clock.advanceSeconds(earlier.until === 'expired' ? longEnoughSeconds : 60);
    expect((await api.poll(body.id, { key: asked.key })).body.status).toBe(earlier.until);
    api.clock.advanceSeconds(earlier.age_seconds ?? 0);
  }
  return ids;
}

function ask(
  api: Service,
  { request, given = {} }: ConformanceCase,
  ids: ReadonlyMap<string, string>,
): Promise<Answer> {
  const path = request.path.replace(/\$(\w+)/, (_, name: string) => ids.get(name) ?? 'job_unknown');
  const asked = askedOf(given);
  if (path !== '/v2/jobs') return api.ask(path, { method: request.method, ...asked });
  const key = request.headers?.['Idempotency-Key'];
  const idempotencyKey = key === null ? undefined : (key ?? 'a-key-of-its-own');
  return api.submit(expand(request.body, ids), { ...asked, idempotencyKey });
}

describe('the sandbox does what the service document says', () => {
  it.each(conformanceCases().map((one) => [one.name, one] as const))('%s', async (_, one) => {
    const api = service();
    const { expect: wanted } = one;
    const ids = await makeEarlierJobs(api, one);
    const answer = await ask(api, one, ids);
    expect(answer.status, JSON.stringify(answer.body)).toBe(wanted.status);
    if (wanted.code !== undefined) expect(answer.body.error?.code).toBe(wanted.code);
    for (const name of wanted.names ?? []) expect(answer.body.error?.message).toContain(name);
    for (const name of wanted.headers ?? []) expect(answer.headers.get(name)).toMatch(/\S/);
    if (wanted.is !== undefined) expect(answer.body.status).toBe(wanted.is);
    if (wanted.same_job_as !== undefined) expect(answer.body.id).toBe(ids.get(wanted.same_job_as));
    if (wanted.not_job !== undefined) expect(answer.body.id).not.toBe(ids.get(wanted.not_job));
    if (wanted.lists !== undefined) expectList(answer.body, wanted.lists);
    let job: object = answer.body;
    if (wanted.end !== undefined) {
      api.clock.advanceSeconds(longEnoughSeconds);
      const over = await api.poll(answer.body.id, { key: askedOf(one.given ?? {}).key });
      expect(over.body.status).toBe(wanted.end);
      if (wanted.end_code !== undefined) expect(over.body.error?.code).toBe(wanted.end_code);
      job = over.body;
    }
    for (const name of wanted.present ?? []) expect(job).toHaveProperty(name);
    for (const name of wanted.absent ?? []) expect(job).not.toHaveProperty(name);
    for (const [path, value] of Object.entries(wanted.equals ?? {})) expect(job).toHaveProperty(path, value);
  });
});

/** Every entry says what §2.5 demands of it; what its fields are called is the sandbox's choice. */
function expectList(body: unknown, ids: readonly string[]): void {
  const { data } = body as { data: Record<string, unknown>[] };
  expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining([...ids]));
  for (const entry of data) {
    expect(entry).toMatchObject({
      media: expect.stringMatching(/^(image|video)$/),
      max_runtime_seconds: expect.any(Number),
      max_output_count: expect.any(Number),
      input_schema: { type: 'object', required: expect.any(Array), properties: expect.any(Object) },
    });
    expect(entry.input_schema).not.toHaveProperty('properties.return_last_frame');
  }
}
