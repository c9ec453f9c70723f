import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/files/lazy-node.ts';
import { unsignedBody } from '../../src/request/rules/signed-links.ts';
import { canonicalJson } from '../../src/schema/json/canonical-json.ts';
import { submitIntent } from '../../src/submit/submit.ts';
import { type MakeIntent, submitRevised } from '../../src/submit/submit-attempt.ts';
import { json, type Step } from '../api/loopback-service.ts';
import { intent } from '../ledger/fixtures/records.ts';
import { presigned } from '../request/rules/fixtures/signed-links.ts';
import { bench, failureOf, sendSubmits, serviceWith } from './fixtures/sent-submits.ts';

sendSubmits();

const choices = { windowMs: 24 * 3_600_000, resend: false };
const conflict = json(409, { error: { code: 'idempotency_conflict', message: 'other body' } });
const made =
  (id: string): Step =>
  (response, request, raw) =>
    json(202, { id, status: 'queued', model: 'vendor-a/image' })(response, request, raw);

/** The intents of a request with a link, as `intentMaker` gives them keys. */
function revisingLink(url: string, prompt: string): MakeIntent {
  const body = { model: 'vendor-a/image', input: { prompt, image_url: url } };
  const text = JSON.stringify(body);
  return (attempt, bodyInKey = false) => {
    const hashed = bodyInKey === true ? canonicalJson(unsignedBody(body)) : bodyInKey;
    const base = hashed === false ? 'g1-hero' : `g1-${sha256(hashed)}`;
    const key = attempt === 1 ? base : `${base}/${attempt}`;
    return intent({ once: 'hero', idempotency_key: key, body: text, attempt });
  };
}

describe('a revised request with a signed link', () => {
  it('is the job of its name or of its revision, whoever signed the link since', async () => {
    const service = await serviceWith(made('job_1'), made('job_2'));
    const { ports } = bench(service.baseUrl);
    for (const signature of ['11', '22', '33'])
      for (const [prompt, id] of [
        ['fox', 'job_1'],
        ['cat', 'job_2'],
      ] as const)
        expect(
          (await submitRevised(revisingLink(presigned(signature), prompt), 1, choices, ports)).record.id,
        ).toBe(id);
    expect(service.submits()).toBe(2);
  });

  it('is another job with another file, or another version of it', async () => {
    const service = await serviceWith(made('job_1'), made('job_2'), made('job_3'));
    const { ports } = bench(service.baseUrl);
    const links = [presigned('11'), presigned('22', 'b.png'), presigned('33', 'a.png', 'versionId=3&')];
    for (const link of [...links, ...links])
      await submitRevised(revisingLink(link, 'fox'), 1, choices, ports);
    expect(service.submits()).toBe(3);
  });

  it('that an earlier genctl revised is that job, also in its later attempts', async () => {
    const service = await serviceWith(made('job_1'), made('job_2'), made('job_3'));
    const { ports } = bench(service.baseUrl);
    await submitIntent(revisingLink(presigned('11'), 'fox')(1), choices, ports);
    const earlier = revisingLink(presigned('11'), 'cat');
    const hashed = canonicalJson(JSON.parse(earlier(1).body));
    await submitIntent(earlier(1, hashed), choices, ports);
    const now = revisingLink(presigned('22'), 'cat');
    expect(await submitRevised(now, 1, choices, ports)).toMatchObject({
      known: true,
      record: { id: 'job_2' },
    });
    const { record } = await submitRevised(now, 2, choices, ports);
    expect(record).toMatchObject({
      id: 'job_3',
      intent: { idempotency_key: earlier(2, hashed).idempotency_key, body: now(2).body },
    });
    // Without a signature it is the same file, and the same job.
    const unsigned = revisingLink('https://f.example.com/a.png', 'cat');
    expect((await submitRevised(unsigned, 1, choices, ports)).record.id).toBe('job_2');
    expect(service.submits()).toBe(3);
  });

  it('that an earlier genctl revised is found although its record was pruned', async () => {
    const service = await serviceWith(made('job_1'), made('job_2'));
    const { ledger, ports } = bench(service.baseUrl);
    await submitIntent(revisingLink(presigned('11'), 'fox')(1), choices, ports);
    const earlier = revisingLink(presigned('11'), 'cat');
    await submitIntent(earlier(1, canonicalJson(JSON.parse(earlier(1).body))), choices, ports);
    const { ids } = await ledger.prune({
      beforeMs: Number.MAX_SAFE_INTEGER,
      matches: ({ id }) => id === 'job_2',
    });
    expect(ids).toEqual(['job_2']);
    const again = await submitRevised(revisingLink(presigned('22'), 'cat'), 1, choices, ports);
    expect(again.record.id).toBe('job_2');
    expect(service.submits()).toBe(2);
  });

  it('whose name the service alone knows, by other bytes, is not paid for: perhaps only its signature is new', async () => {
    const service = await serviceWith(conflict);
    const { ledger, ports } = bench(service.baseUrl);
    const failure = await failureOf(submitRevised(revisingLink(presigned('22'), 'fox'), 1, choices, ports));
    expect(failure).toMatchObject({ exitCode: 10, code: 'perhaps_same_request' });
    expect(await ledger.unsettledCount()).toBe(0);
    expect((await ledger.list()).length).toBe(0);
  });
});

describe('an open intent with a signed link', () => {
  it('is sent again as it was frozen, under its key, whoever signed the link since', async () => {
    const service = await serviceWith(json(500, {}));
    const { ledger, ports } = bench(service.baseUrl);
    const frozen = revisingLink(presigned('11'), 'fox')(1);
    expect(await failureOf(submitIntent(frozen, choices, ports))).toMatchObject({ exitCode: 13 });
    service.answer(made('job_1'));
    const sent: string[] = [];
    const { record } = await submitIntent(revisingLink(presigned('22'), 'fox')(1), choices, {
      ...ports,
      send: (bytes, ...more) => {
        sent.push(new TextDecoder().decode(bytes));
        return ports.send(bytes, ...more);
      },
    });
    expect(sent).toEqual([frozen.body]);
    expect(record.intent?.body).toBe(frozen.body);
    expect(await ledger.unsettledCount()).toBe(0);
  });

  it('of a refused one takes the link of today', async () => {
    const service = await serviceWith(json(422, { error: { code: 'invalid', message: 'no' } }));
    const { ports } = bench(service.baseUrl);
    await failureOf(submitIntent(revisingLink(presigned('11'), 'fox')(1), choices, ports));
    service.answer(made('job_1'));
    const wanted = revisingLink(presigned('22'), 'fox')(1);
    expect((await submitIntent(wanted, choices, ports)).record.intent?.body).toBe(wanted.body);
  });
});

describe('a changed link', () => {
  it.each([
    ['https://f.example.com/a.png?sig=1', 'https://f.example.com/a.png?sig=2', 'a.png with another sig'],
    [presigned('11'), presigned('22', 'a.png', 'versionId=3&'), 'a.png with a new versionId'],
    [presigned('11'), presigned('22', 'b.png'), 'b.png'],
    [presigned('11', 'x/a.png'), presigned('22', 'y/a.png'), 'f.example.com/y/a.png'],
    [presigned('11'), presigned('11').replace('&X-Amz-Expires=86400', ''), 'a.png without X-Amz-Expires'],
  ])('from %s to %s is told by what is not the same, without a secret', async (before, after, words) => {
    const service = await serviceWith(made('job_1'));
    const { ports } = bench(service.baseUrl);
    await submitIntent(revisingLink(before, 'fox')(1), choices, ports);
    const failure = await failureOf(submitIntent(revisingLink(after, 'fox')(1), choices, ports));
    expect(failure).toMatchObject({ code: 'body_changed', exitCode: 2 });
    expect(failure.why).toContain(`${words}`);
    expect(failure.why).not.toMatch(/\*\*\*|000000|ASIA|IQoJ/);
    expect(service.submits()).toBe(1);
  });
});
