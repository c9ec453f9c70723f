import { describe, expect, it } from 'vitest';
import { listModels, readModels } from '../../../src/api/ways/models.ts';
import { bench, failureOf } from '../api-bench.ts';
import { json } from '../loopback-service.ts';

const wire = {
  id: 'vendor-b/video-2.5',
  media: 'video',
  max_runtime_seconds: 1800,
  max_output_count: 1,
  input_schema: { type: 'object', required: ['content'] },
};
const entry = {
  id: 'vendor-b/video-2.5',
  medium: 'video',
  runtimeSeconds: 1800,
  maxOutputCount: 1,
  inputSchema: { type: 'object', required: ['content'] },
};

describe('the list of models', () => {
  it('is asked for with one request', async () => {
    const { api, service } = await bench([json(200, { data: [wire] })]);
    expect(await listModels(api)).toEqual([entry]);
    expect(service.seen[0]).toMatchObject({ method: 'GET', path: '/v2/models' });
  });

  it.each([
    [[wire]],
    [{ data: [wire] }],
    [{ models: [wire], total: 1 }],
    [{ items: [wire] }],
    [{ [wire.id]: { ...wire, id: undefined } }],
    [{ models: { [wire.id]: { ...wire, id: undefined } } }],
  ])('may be wrapped as %j', (body) => {
    expect(readModels(JSON.parse(JSON.stringify(body)))).toEqual([entry]);
  });

  it.each([
    [{ model: 'a', medium: 'image', runtime_seconds: 300 }],
    [{ id: 'a', output_medium: 'image', runtime_ceiling: 300 }],
    [{ id: 'a', type: 'image', timeout_seconds: 300 }],
    [{ id: 'a', media: 'image', max_runtime: 300 }],
  ])('may word an entry as %j', (one) => {
    expect(readModels([one])).toEqual([
      { id: 'a', medium: 'image', runtimeSeconds: 300, maxOutputCount: undefined, inputSchema: undefined },
    ]);
  });

  it('leaves out what is no model and keeps the rest, odd fields and all', () => {
    const odd = {
      id: 'b',
      max_output_count: 'four',
      input_schema: 'none',
      media: 7,
      max_runtime_seconds: -1,
    };
    expect(readModels([null, 7, {}, { id: '' }, odd, 'c'])?.map(({ id }) => id)).toEqual(['b', 'c']);
    expect(readModels([odd])).toEqual([
      {
        id: 'b',
        medium: undefined,
        runtimeSeconds: undefined,
        maxOutputCount: undefined,
        inputSchema: undefined,
      },
    ]);
  });

  it('may be empty', () => {
    expect(readModels({ data: [] })).toEqual([]);
  });

  it.each([[{}], ['text'], [7], [null], [{ error: { code: 'x', type: 'y' } }]])('is not %j', async (body) => {
    const { api } = await bench([json(200, body), json(200, body), json(200, body)]);
    expect(await failureOf(listModels(api))).toMatchObject({ exitCode: 9, code: 'unexpected_answer' });
  });

  it('is asked for three times more when the service fails', async () => {
    const { api } = await bench([json(500, {}), json(502, {}), json(503, {}), json(504, {})]);
    expect(await failureOf(listModels(api))).toMatchObject({ exitCode: 9 });
  });
});
