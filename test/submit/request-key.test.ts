import { describe, expect, it } from 'vitest';
import type { Account } from '../../src/account/account.ts';
import { canonicalJson } from '../../src/schema/json/canonical-json.ts';
import type { IntentPlan } from '../../src/submit/intent-flags.ts';
import { intentMaker } from '../../src/submit/request-key.ts';
import type { MakeIntent } from '../../src/submit/submit-attempt.ts';
import { presigned, signedLinks, signedQuery } from '../request/rules/fixtures/signed-links.ts';

const plain = 'https://f.example.com/a.png?versionId=3';
const signed = `https://f.example.com/a.png?${signedQuery('AWS Signature Version 2')}&versionId=3`;

const bodyOf = (url: string) => ({
  model: 'm',
  input: {
    content: [
      { type: 'text', text: 'a fox' },
      { type: 'image_url', image_url: { url } },
    ],
  },
});

function intentsOf(url: string): MakeIntent {
  const account = { baseUrl: 'https://api.example.com', apiKey: 'k', profile: 'work' } as unknown as Account;
  const plan = { once: 'shot-07' } as IntentPlan;
  const chosen = { route: 'jobs' } as const;
  const createdAt = '2026-11-28T00:00:00Z';
  return intentMaker({ body: bodyOf(url), account, chosen, plan, environment: {}, createdAt });
}

/** What the world has relied on: a change here is a second charge somewhere. */
const golden = {
  name: 'g1-3b859fe30ac32a7b2a12b9ed1a913a3b0ef14c9f48366150c1a83c81171dec33',
  revised: 'g1-49c4c406f35fa06f3132445659ffcd9fca942f89b32f70b07828b8b3ce698f2f',
  revisedTwice: 'g1-a9016654027dfd9e2a3c69370ce27ecbac6d9709836028be0e0043e42f5d6c7f',
  /** Of the signed link as a whole, by which it was hashed until 2026-11-28. */
  earlier: 'g1-d6431e8d2357bedb3db1198be217af650ca92ac3928e804153c8cbf76aed118b',
  earlierTwice: 'g1-8a7d9b31e2e5b0cf4d9b80ee44d66f263b144cbd0124d1681b499e5974a3ae92',
};

describe('the key of a revised request', () => {
  it('is what it always was where no link is signed', () => {
    const make = intentsOf(plain);
    expect(make(1).idempotency_key).toBe(golden.name);
    expect(make(1, true).idempotency_key).toBe(golden.revised);
    expect(make(2, true).idempotency_key).toBe(golden.revisedTwice);
  });

  it('does not depend on who signed its links, or whether', () => {
    const make = intentsOf(signed);
    expect(make(1).idempotency_key).toBe(golden.name);
    expect(make(1, true).idempotency_key).toBe(golden.revised);
    expect(make(2, true).idempotency_key).toBe(golden.revisedTwice);
    for (const { changed, query } of signedLinks) {
      const [one, other] = [query, changed].map((text) => intentsOf(`${plain}&${text}`)(1, true));
      expect(one?.idempotency_key).toBe(golden.revised);
      expect(other?.idempotency_key).toBe(golden.revised);
    }
  });

  it('is the one of an earlier genctl where it is told what that hashed', () => {
    const text = canonicalJson(bodyOf(signed));
    expect(intentsOf(presigned('22'))(1, text).idempotency_key).toBe(golden.earlier);
    expect(intentsOf(presigned('22'))(2, text).idempotency_key).toBe(golden.earlierTwice);
  });

  it('is another one for another version of the file, and the bytes stay as they are', () => {
    const make = intentsOf(signed.replace('versionId=3', 'versionId=4'));
    expect(make(1, true).idempotency_key).not.toBe(golden.revised);
    expect(intentsOf(signed)(1, true).body).toBe(JSON.stringify(bodyOf(signed)));
  });
});
