import { describe, expect, it } from 'vitest';
import { UnreachableError } from '../../../src/errors/endings.ts';
import { buildAndCheck, checkWords } from '../../../src/request/rules/build-and-check.ts';
import type { AskedRequest, RequestFacts } from '../../../src/request/rules/judge-request.ts';
import type { KnownList, ModelList } from '../../../src/request/rules/list-look.ts';
import type { Finding } from '../../../src/service/checks/finding.ts';
import type { ModelEntry } from '../../../src/service/model.ts';
import type { RequestWords } from '../../../src/service/request-words.ts';

const tier = 'vendor-b/video-2.5';
const frame = { role: 'first_frame', url: 'https://example.com/a.png' } as const;
const noMedia = { media: [], findings: [] };

function asked(words: Partial<RequestWords>, more: Partial<AskedRequest> = {}): AskedRequest {
  return {
    words: { model: tier, prompt: 'a fox', options: {}, media: [], set: [], ...words },
    choice: { sync: false },
    strict: false,
    preflight: true,
    isDryRun: false,
    ...more,
  };
}

const nothingKept: KnownList = { atHand: undefined, hasLooked: false };

function facts(more: Partial<RequestFacts> = {}): RequestFacts {
  return {
    usual: { model: undefined, options: {}, count: undefined, promptEnhance: undefined },
    loopback: false,
    embedded: false,
    list: nothingKept,
    drafts: new Map(),
    tools: undefined,
    ...more,
  };
}

function entry(id: string, properties: Record<string, unknown>): ModelEntry {
  const inputSchema = { type: 'object', properties };
  return { id, medium: 'video', runtimeSeconds: undefined, maxOutputCount: 4, inputSchema };
}

function listOf(models: readonly ModelEntry[], more: Partial<ModelList> = {}): KnownList {
  const list = { models, fetchedAt: '2026-03-04T05:06:07Z', isNow: true, isStale: false, ...more };
  return { atHand: list, hasLooked: list.isNow };
}

const tools = { matches: () => true, hasFormat: () => true };

/** What can't be changed, by whoever is handed it. */
function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !(value instanceof Map)) {
    for (const inner of Object.values(value)) frozen(inner);
    Object.freeze(value);
  }
  return value;
}

describe('hundreds of requests', () => {
  it('are built and checked by one set of facts, which none of them changes', () => {
    const known = frozen(
      facts({ usual: { model: tier, options: { ratio: '16:9' }, count: 1, promptEnhance: undefined } }),
    );
    const seeds = Array.from({ length: 500 }, (_, seed) => {
      const request = frozen(asked({ model: undefined, options: { seed } }));
      const judgement = buildAndCheck(request, noMedia, known);
      return judgement.kind === 'taken' ? judgement.made.body.input : judgement;
    });
    expect(seeds.at(-1)).toEqual({ content: [{ type: 'text', text: 'a fox' }], ratio: '16:9', seed: 499 });
    expect(new Set(seeds.map((one) => JSON.stringify(one))).size).toBe(500);
  });
});

describe('what is lacking comes back', () => {
  it('a look at the list, where words rest on it', () => {
    const request = asked({ model: 'vendor-a/video-1-i2v', media: [frame] });
    const references = { media: [frame], findings: [] };
    const lack = { of: 'list', look: { isCheckOnly: false } };
    expect(buildAndCheck(request, references, facts())).toEqual({ kind: 'lacking', lack });
    expect(checkWords(request, facts())).toEqual({ kind: 'lacking', lack });
    const list = listOf([entry('vendor-a/video-1-i2v', { prompt: {}, img_url: { type: 'string' } })]);
    expect(buildAndCheck(request, references, facts({ list }))).toEqual({
      kind: 'lacking',
      lack: { of: 'tools' },
    });
    expect(buildAndCheck(request, references, facts({ list, tools }))).toMatchObject({
      kind: 'taken',
      made: { body: { input: { prompt: 'a fox', img_url: frame.url } } },
    });
  });

  it('a quicker look, where nothing of the body rests on it', () => {
    expect(buildAndCheck(asked({ count: 2 }), noMedia, facts())).toEqual({
      kind: 'lacking',
      lack: { of: 'list', look: { isCheckOnly: true } },
    });
  });

  it('a look before a refusal that a list may take back, and none before one that it may not', () => {
    const long = asked({ options: { duration: 60 } });
    const look = { isCheckOnly: false };
    expect(buildAndCheck(long, noMedia, facts())).toEqual({ kind: 'lacking', lack: { of: 'list', look } });
    const wider = listOf([entry(tier, { content: {}, duration: { type: 'integer', enum: [5, 60] } })]);
    expect(buildAndCheck(long, noMedia, facts({ list: wider, tools }))).toMatchObject({ kind: 'taken' });
    const callback = asked({ callbackUrl: 'http://example.com/told' });
    expect(buildAndCheck(callback, noMedia, facts())).toMatchObject({
      kind: 'refused',
      refusal: { code: 'preflight' },
    });
  });

  it('the list of this run, where warnings refuse, whatever is kept here', () => {
    const strict = { ...asked({}), strict: true };
    const lack = { kind: 'lacking', lack: { of: 'list', look: { isCheckOnly: false } } };
    expect(buildAndCheck(strict, noMedia, facts())).toEqual(lack);
    const kept = listOf([entry(tier, { content: {} })], { isNow: false, isStale: false });
    expect(buildAndCheck(strict, noMedia, facts({ list: kept, tools }))).toEqual(lack);
    const now = listOf([entry(tier, { content: {} })]);
    expect(buildAndCheck(strict, noMedia, facts({ list: now, tools }))).toMatchObject({ kind: 'taken' });
  });

  it('the drafts that a body names', () => {
    const content = [{ type: 'draft_task', draft_task: { id: 'job_1' } }];
    const final = asked({ prompt: undefined, body: { model: tier, input: { content } } });
    expect(buildAndCheck(final, noMedia, facts())).toEqual({
      kind: 'lacking',
      lack: { of: 'drafts', ids: ['job_1'] },
    });
    const unknown = facts({ drafts: new Map([['job_1', undefined]]) });
    expect(buildAndCheck(final, noMedia, unknown)).toMatchObject({ kind: 'taken' });
    const failed = facts({ drafts: new Map([['job_1', 'not-succeeded']]) });
    expect(buildAndCheck(final, noMedia, failed)).toMatchObject({ kind: 'refused' });
  });
});

describe('where the look brought nothing', () => {
  const error = new UnreachableError({ code: 'unreachable', message: 'no answer' });
  const list = { ...nothingKept, hasLooked: true, trouble: { error, age: undefined } };

  it('nothing is guessed', () => {
    const request = asked({ model: 'vendor-a/video-1-i2v', media: [frame] });
    expect(checkWords(request, facts({ list }))).toMatchObject({
      kind: 'refused',
      refusal: { code: 'model_unknown', exit: 'unreachable' },
    });
  });

  it('what could not be checked is a warning', () => {
    const judgement = buildAndCheck(asked({ count: 2 }), noMedia, facts({ list }));
    expect(judgement).toMatchObject({
      kind: 'taken',
      made: { body: { output: { count: 2 } } },
      warnings: [
        'the model list is not available (no answer): genctl did not check whether the service takes --count',
      ],
    });
  });

  it('nothing is taken where warnings refuse', () => {
    const strict = { ...asked({}), strict: true };
    expect(buildAndCheck(strict, noMedia, facts({ list }))).toMatchObject({
      kind: 'refused',
      refusal: error,
    });
    const kept = listOf([entry(tier, { content: {} })], { isNow: false, isStale: false });
    const stale = { ...kept, hasLooked: true, trouble: { error, age: 'it is old' } };
    expect(buildAndCheck(strict, noMedia, facts({ list: stale, tools }))).toMatchObject({ refusal: error });
  });

  it('a refusal stands', () => {
    expect(buildAndCheck(asked({ options: { duration: 60 } }), noMedia, facts({ list }))).toMatchObject({
      kind: 'refused',
      refusal: { code: 'preflight' },
      warnings: [
        'the model list is not available (no answer): genctl did not look at what the service lists now',
      ],
    });
  });

  it('a kept one does, however old', () => {
    const kept = listOf([entry(tier, { content: {} })], { isNow: false, isStale: true });
    const stale = { ...kept, hasLooked: true, trouble: { error, age: 'it is old' } };
    expect(buildAndCheck(asked({ count: 9 }), noMedia, facts({ list: stale, tools }))).toMatchObject({
      kind: 'refused',
      refusal: { code: 'preflight' },
      warnings: ['it is old'],
    });
  });
});

describe('findings', () => {
  const late: Finding = {
    rule: 'link-dead',
    where: '--first-frame',
    severity: 'warning',
    enforcedBy: 'advice',
    message: 'leads nowhere',
    fix: 'another link',
    section: '',
  };
  const references = { media: [frame], findings: [late] };

  it('of the references are weighed with those of the body', () => {
    const request = asked({ media: [frame] });
    expect(buildAndCheck(request, references, facts())).toMatchObject({
      kind: 'taken',
      made: { findings: [late] },
    });
    const list = listOf([entry(tier, { content: {} })]);
    expect(buildAndCheck({ ...request, strict: true }, references, facts({ list, tools }))).toMatchObject({
      kind: 'refused',
      refusal: { code: 'preflight', findings: [late] },
    });
  });

  it('are none without the checks', () => {
    const request = asked({ media: [frame], options: { duration: 60 } }, { preflight: false });
    expect(buildAndCheck(request, references, facts())).toMatchObject({
      kind: 'taken',
      made: { findings: [], body: { input: { duration: 60 } } },
    });
  });
});

it('what no route takes is refused before anything is built', () => {
  const request = asked({}, { choice: { sync: true, api: 'v2' } });
  expect(checkWords(request, facts())).toMatchObject({ kind: 'refused', refusal: { code: 'flag_conflict' } });
});
