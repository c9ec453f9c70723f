import { describe, expect, it } from 'vitest';
import { preflight, submitFindings } from '../../../src/service/checks/preflight.ts';
import { type RequestRoute, requestRoutes } from '../../../src/service/request-route.ts';
import { clip, draftTask, line20, outline, picture, sound, tier25, words } from '../submit-bodies.ts';

describe('all findings of a submit', () => {
  it('come in the order of the body, whichever way its keys stand', () => {
    const body = {
      prompt_enhance: 'basic',
      callback_url: 'http://hooks.example',
      output: { count: 0 },
      extra: 1,
      input: {
        duration: 99,
        n: 2,
        content: [{ type: 'text' }, { type: 'draft_task', draft_task: { id: 'x' } }, { type: 'zip' }],
      },
      model: tier25,
    };
    expect(outline(body)).toEqual([
      'generator content-part input.content[0].text',
      'advice draft-resent input.content[0]',
      'service draft-reference input.content[1].draft_task.id',
      'generator content-part input.content[2].type',
      'advice draft-resent input.duration',
      'generator duration input.duration',
      'service vendor-n input.n',
      'service output-count output.count',
      'service callback-url callback_url',
      'service prompt-enhance-unsupported prompt_enhance',
      'advice unknown-field extra',
    ]);
  });

  it('each say what to write instead and which section says so', () => {
    const body = { model: tier25, input: { prompt: 'x', duration: 99, n: 1, draft: true, resolution: '4K' } };
    for (const one of submitFindings(body, {})) {
      expect(one.fix).not.toBe('');
      expect(one.section).toMatch(/^§\d/);
      expect(one.severity).toBe(one.enforcedBy === 'advice' ? 'warning' : 'error');
    }
  });

  it('never throw, whatever the body is', () => {
    const odd: unknown[] = [undefined, null, 5, 'x', [], {}, { model: {} }, { input: { content: {} } }];
    for (const body of odd) expect(preflight(body, {})).not.toEqual([]);
    expect(() =>
      preflight(JSON.parse('{"model":"vendor-b/video-2.5","input":{"__proto__":{"n":1}}}'), {}),
    ).not.toThrow();
  });
});

/** Every mix of these is held against every route. */
const models = [tier25, line20, 'spicy/video-2-5', 'vendor-b/image-1', 'vendor-a/video-1', 'native-id', 7];
const contents = [
  undefined,
  'words',
  [words],
  [sound],
  [picture('first_frame'), clip, { type: 'zip' }, 5],
  [draftTask, words],
  [
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' }, role: 'reference_image' },
    ...Array(11).fill(clip),
  ],
];
const optionSets = [
  {},
  { draft: true, resolution: '720p', prompt: 'a', n: 2 },
  {
    duration: 99,
    ratio: 'x',
    output_format: 'mov',
    omni_reference_task_type: 'edit',
    return_last_frame: true,
  },
];

describe.each(Object.keys(requestRoutes) as RequestRoute[])('findings on %s', (route) => {
  const { api } = requestRoutes[route];
  const bodies = models.flatMap((model) =>
    contents.flatMap((content) =>
      optionSets.map((options) => {
        const input = { ...options, ...(content === undefined ? {} : { content }) };
        return api === 'v1' ? { model, ...input } : { model, input };
      }),
    ),
  );
  const found = bodies.flatMap((body) => submitFindings(body, { route }));

  it('each name a place as the body of the route has it, in path, message and fix', () => {
    expect(found.length).toBeGreaterThan(bodies.length);
    for (const { fix, message, where } of found) {
      const said = `${where} ${message} ${fix}`;
      if (api === 'v1') expect(said).not.toMatch(/\binput[.[]|in input/);
      else expect(said).not.toMatch(/(?<!input\.)\bcontent\[/);
    }
  });

  it('each say what to do, and are an error unless the advice is ours', () => {
    for (const { enforcedBy, fix, section, severity } of found) {
      expect(fix).not.toBe('');
      expect(section).toMatch(/^§\d/);
      expect(severity).toBe(enforcedBy === 'advice' ? 'warning' : 'error');
    }
  });

  it('say nothing twice of one body', () => {
    for (const body of bodies) {
      const lines = outline(body, { route });
      expect(new Set(lines).size).toBe(lines.length);
    }
  });
});

describe('a value that neither the document nor the live schema takes', () => {
  const namedIn = (schema: Record<string, unknown>, option: Record<string, unknown>) => {
    const model = { ...entryOf(schema) };
    const body = { model: tier25, input: { content: [{ type: 'text', text: 'x' }], ...option } };
    return preflight(body, { model }).map(
      ({ enforcedBy, fix, message }) => `${enforcedBy}: ${message} → ${fix}`,
    );
  };
  const entryOf = (properties: Record<string, unknown>) => ({
    id: tier25,
    medium: 'video',
    runtimeSeconds: undefined,
    maxOutputCount: undefined,
    inputSchema: { type: 'object', properties: { content: {}, ...properties } },
  });

  it('is told with the values of the schema, where that is wider', () => {
    expect(namedIn({ resolution: { enum: ['720p', '1440p'] } }, { resolution: '999p' })).toEqual([
      'service: resolution is "999p"; the model\'s live schema takes "720p" or "1440p" → set resolution to "720p" or "1440p"',
    ]);
    expect(namedIn({ duration: { type: 'integer', minimum: 4, maximum: 60 } }, { duration: 61 })).toEqual([
      "generator: duration is 61 s; the model's live schema takes 4 to 60 → set duration to 4 to 60",
    ]);
  });

  it('and with those of the document, where it is not, or says nothing', () => {
    for (const resolution of [{ enum: ['720p'] }, { type: 'string' }])
      expect(namedIn({ resolution }, { resolution: '999p' })).toEqual([
        'service: resolution is "999p"; the 2.5 tier takes 480p, 720p or 1080p → set resolution to 480p, 720p or 1080p',
      ]);
  });

  it('names the listed values where only the type is wrong', () => {
    const [finding] = preflight(
      { model: 'maker/clip', input: { seconds: 7 } },
      { model: { ...entryOf({ seconds: { type: 'string', enum: ['5', '10'] } }), id: 'maker/clip' } },
    ).filter(({ where }) => where === 'input.seconds');
    expect(finding?.message).toContain('takes "5" or "10"');
  });
});
