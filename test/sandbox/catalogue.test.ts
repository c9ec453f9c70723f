import { describe, expect, it } from 'vitest';
import { catalogue, servedModels, taskCatalogue } from '../../src/sandbox/catalogue/index.ts';
import { catalogueNames } from '../../src/sandbox/catalogue/names.ts';
import { sandboxInfo } from '../../src/sandbox/info.ts';
import { listedPrices } from '../../src/sandbox/money/prices.ts';
import { openApiDocument } from '../../src/sandbox/openapi/openapi.ts';
import { preflight } from '../../src/service/checks/preflight.ts';
import { routes } from '../../src/service/routes.ts';
import { documentedTaskModels } from '../../src/service/wire/task-models.ts';
import { service } from './fixtures/service.ts';

describe('the models list', () => {
  it('has the fields of §2.5 for every model', async () => {
    const { ask } = service();
    const { data } = (await ask('/v2/models')).body as unknown as { data: Record<string, unknown>[] };
    expect(data).toHaveLength(catalogue.length);
    for (const entry of data) {
      expect(entry).toMatchObject({ id: expect.stringMatching(/\//), max_output_count: expect.any(Number) });
      expect(entry.max_runtime_seconds).toBe(entry.media === 'image' ? 300 : 1_800);
      const schema = entry.input_schema as Record<string, Record<string, unknown>>;
      expect(schema).toMatchObject({ type: 'object', additionalProperties: true });
      expect(schema.properties).not.toHaveProperty('return_last_frame');
      for (const property of Object.values(schema.properties ?? {}))
        expect((property as { description: string }).description).toMatch(/\w/);
    }
  });

  it('describes the tables of the 2.5 tier', () => {
    const { inputSchema } = catalogue.find(({ id }) => id === 'vendor-b/video-2.5') ?? {};
    expect(inputSchema?.required).toEqual(['content']);
    expect(inputSchema?.properties).toMatchObject({
      resolution: { enum: ['480p', '720p', '1080p'], default: '720p' },
      duration: { anyOf: [{ type: 'integer', minimum: 4, maximum: 30 }, { const: -1 }], default: 5 },
      output_format: { enum: ['mp4', 'mov'] },
    });
  });

  it.each(catalogue.map((model) => [model.id, model] as const))(
    'requires of %s what is a whole request',
    async (id, model) => {
      const values: Record<string, unknown> = {
        content: [{ type: 'text', text: 'a fox' }],
        prompt: 'a fox',
        image: 'https://a.example/1.png',
      };
      const required = model.inputSchema.required as string[];
      const body = { model: id, input: Object.fromEntries(required.map((name) => [name, values[name]])) };
      expect(preflight(body, { model })).toEqual([]);
      const { submit, poll } = service({ speed: 'instant' });
      const accepted = await submit(body);
      expect((await poll(accepted.body.id)).body.status).toBe('succeeded');
    },
  );

  it('is named in short as it is, for those who load nothing else of it', () => {
    expect(catalogueNames).toEqual(servedModels.map(({ id, medium }) => ({ id, medium })));
  });

  it('describes the clips of v1 alone as the client knows them from the document', () => {
    const clips = taskCatalogue.filter(({ onlyRoute }) => onlyRoute === 'spicy');
    expect(clips.map(({ rate: _, ...clip }) => clip)).toEqual(documentedTaskModels());
    expect(clips[0]?.inputSchema.properties).toHaveProperty('return_last_frame');
  });

  it('has a price for every model, and says so', () => {
    const priced = listedPrices(servedModels).map(({ what }) => what);
    for (const { id } of servedModels) expect(priced).toContain(id);
    expect(priced.at(-1)).toBe('prompt_enhance');
  });
});

describe('what the sandbox tells of itself', () => {
  it('lists prices, limits and scenarios', () => {
    const { prices, limits, scenarios } = sandboxInfo();
    expect(prices.find(({ what }) => what === 'vendor-a/image-1')?.price).toBe('0.03 USD an image');
    expect(limits.map(({ what }) => what)).toContain('jobs in flight');
    expect(scenarios).toContainEqual({ name: 'stuck', says: expect.stringContaining('deadline') });
  });

  it('lists every route, how keys are written, and which model has which name on which API', () => {
    const { keys, models, routes: listed } = sandboxInfo();
    expect(listed.map(({ path }) => path)).toEqual(Object.values(routes).map(({ path }) => path));
    expect(keys.map(({ key }) => key)).toContain('sbx_NAME.only.MODEL+MODEL');
    expect(models).toContainEqual({
      id: 'vendor-b/video-2.5',
      media: 'video',
      native_id: 'native-video-2-5',
      api: ['v1', 'v2'],
    });
    const onV2 = models.filter(({ api }) => api.includes('v2')).map(({ id }) => id);
    expect(onV2).toEqual(catalogue.map(({ id }) => id));
    expect(models.find(({ id }) => id === 'spicy/video-2-5')).toMatchObject({ api: ['v1'], native_id: null });
    for (const { api, id } of models) expect(api, id).not.toEqual([]);
  });

  it('describes itself as OpenAPI, without a key', async () => {
    const { ask } = service();
    const { status, body } = await ask('/openapi.json', { key: undefined });
    expect(status).toBe(200);
    expect(body).toEqual(openApiDocument('https://api.sandbox.invalid'));
    const { paths, components } = body as unknown as Record<string, Record<string, Record<string, unknown>>>;
    expect(Object.keys(paths ?? {})).toContain('/v2/jobs/{id}/cancel');
    expect(components?.schemas?.Submission).toMatchObject({ required: ['model', 'input'] });
    const references = JSON.stringify(body).match(/#\/components\/schemas\/\w+/g) ?? [];
    for (const reference of references)
      expect(Object.keys(components?.schemas ?? {})).toContain(reference.split('/').at(-1));
  });
});
