import { describe, expect, it } from 'vitest';
import { flagsRefused, refusedFlags, unwordableFlags } from '../../src/request/flags/refused-flags.ts';
import { requestFlags } from '../../src/request/request-flags.ts';
import { buildSubmission } from '../../src/request/rules/request-body.ts';
import { modelOn } from '../../src/sandbox/catalogue/index.ts';
import { preflight } from '../../src/service/checks/preflight.ts';
import type { RequestWords } from '../../src/service/request-words.ts';
import { type FlagName, flags, link, rows, text } from './flag-rows.ts';

it('every flag that words a request is looked at', () => {
  const others = ['model', 'prompt', 'input', 'set', 'body'];
  expect(Object.keys(flags).sort()).toEqual(
    Object.keys(requestFlags)
      .filter((name) => !others.includes(name))
      .sort(),
  );
});

const cases = rows.flatMap((row) =>
  (Object.keys(flags) as FlagName[]).map((flag) => ({
    ...row,
    flag,
    becomes: row.refused?.includes(flag) ? 'refused' : row.ignored?.includes(flag) ? 'ignored' : 'sent',
    known: row.entry === undefined ? 'no schema' : 'a schema',
  })),
);

describe('a flag and a model', () => {
  it.each(cases)('$flag, for $model on $route with $known, is $becomes', (one) => {
    const { becomes, flag, model, route } = one;
    const [said, field] = flags[flag];
    const live = one.entry === 'live' ? modelOn('jobs', model) : one.entry;
    const recipient = { model, route, entry: live };
    const words: RequestWords = { model, prompt: 'a fox', options: {}, media: [], set: [], ...said };
    const refused = refusedFlags(words, recipient);
    if (becomes === 'refused') {
      const name = requestFlags[flag].syntax.split(' ')[0] ?? '';
      const shown = flag === 'audio' ? '--no-audio' : name;
      expect(refused.map((entry) => entry.flag)).toEqual([shown]);
      const error = flagsRefused(refused, recipient);
      expect(error).toMatchObject({ exitCode: 2, message: expect.stringContaining(shown) });
      return;
    }
    expect(refused).toEqual([]);
    const body = buildSubmission(words, live, route);
    const sent = JSON.stringify(body);
    const isPart = 'media' in said && sent.includes('"content"');
    const name = flag === 'count' && route === 'images' ? 'n' : (one.fields?.[flag] ?? field);
    expect(sent).toContain(isPart ? `"role":"${name}"` : `"${name}":`);
    const entry = live === undefined ? undefined : { ...blank, ...live, id: model };
    const warned = preflight(body, { route, model: entry })
      .filter(({ rule }) => rule === 'reference-task-ignored' || rule === 'last-frame-not-returned')
      .map(({ severity }) => severity);
    expect(warned).toEqual(becomes === 'ignored' ? ['warning'] : []);
  });
});

const blank = { runtimeSeconds: undefined, maxOutputCount: undefined };

describe('--duration, in seconds,', () => {
  const refusedBy = (description: string) => {
    const inputSchema = { properties: { prompt: text, duration: { type: 'integer', description } } };
    const entry = { ...blank, id: 'maker/x', medium: 'video', inputSchema };
    const words: RequestWords = { prompt: 'a fox', options: { duration: 5 }, media: [], set: [] };
    return refusedFlags(words, { model: 'maker/x', route: 'jobs', entry }).map(({ why }) => why);
  };

  it.each(['Duration in milliseconds', 'Length. Unit: ms.', 'Number of frames to render', 'In frames'])(
    'is refused where the field of that name says: %s',
    (description) => {
      expect(refusedBy(description)).toEqual([expect.stringContaining('does not count seconds')]);
    },
  );

  it.each(['', 'Length of the clip', 'From the first frame on', 'Seconds, at 24 frames each'])(
    'is taken where it says: %s',
    (description) => expect(refusedBy(description)).toEqual([]),
  );
});

describe('without the checks', () => {
  it('what a field stands for is sent, what none stands for is still refused', () => {
    const recipient = { model: 'vendor-a/image-1', route: 'jobs', entry: undefined } as const;
    const { media } = flags.refImage[0];
    expect(unwordableFlags({ options: { duration: 5 }, media: [] }, recipient)).toEqual([]);
    expect(unwordableFlags({ options: {}, media }, recipient)).toHaveLength(1);
    const words = { model: recipient.model, options: {}, media, set: [] };
    expect(() => buildSubmission(words, undefined)).toThrow(/--ref-image can't be used/);
  });

  it('two flags for one field of one picture are refused, and neither is lost', () => {
    const entry = { medium: undefined, inputSchema: { properties: { prompt: text, video: text } } };
    const media = [link, `${link}2`].map((url) => ({ role: 'reference_video', url }) as const);
    expect(() => buildSubmission({ model: 'new/model', options: {}, media, set: [] }, entry)).toThrow(
      /one picture, clip or sound in its field video/,
    );
  });
});

describe('a prompt', () => {
  const refusedOf = (model: string, properties: Record<string, unknown>) => {
    const entry = { ...blank, id: model, medium: 'video', inputSchema: { properties } };
    const words: RequestWords = { prompt: 'a fox', options: {}, media: [], set: [] };
    const recipient = { model, route: 'jobs', entry } as const;
    const refused = refusedFlags(words, recipient);
    return refused.length === 0 ? undefined : flagsRefused(refused, recipient);
  };

  it('is refused by name where no field of the live schema takes one, with the way to send it all the same', () => {
    const inside = { inputs: { type: 'object', properties: { prompt: text } }, seed: { type: 'integer' } };
    expect(refusedOf('maker/x', inside)).toMatchObject({
      exitCode: 2,
      message: "The prompt can't be used with maker/x",
      why: 'None of the fields of its live schema takes a prompt: inputs, seed.',
      hint: 'leave the prompt out\n--set prompt=TEXT sends it anyway',
    });
  });

  it('goes where the schema calls it otherwise, says nothing, or is of a family whose prompt the document shows', () => {
    expect(refusedOf('maker/x', { promptText: text })).toBeUndefined();
    expect(refusedOf('maker/x', {})).toBeUndefined();
    expect(refusedOf('vendor-a/x', { seed: { type: 'integer' } })).toBeUndefined();
  });
});
