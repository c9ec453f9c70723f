import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deepJson } from './fixtures/deep-json.ts';
import { errorOf, newHome } from './genctl.ts';

/** As JSON text: an object's members with one more, which is nested far deeper than JSON can be written out. */
function withDeep(fields: object): string {
  return JSON.stringify(fields).replace(/\}$/, `,"meta":${deepJson(9_000)}}`);
}

const created_at = new Date().toISOString();
const completed_at = '2026-03-04T12:00:00.000000+00:00';
const looping = {
  id: 'loop',
  media: 'image',
  max_output_count: 1,
  input_schema: {
    type: 'object',
    properties: { prompt: { type: 'string' }, self: { $ref: '#' }, other: { $ref: '#/$defs/a' } },
    $defs: {
      a: { allOf: [{ $ref: '#/$defs/b' }], properties: { b: { $ref: '#/$defs/b' } } },
      b: { anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }], items: { $ref: '#/$defs/a' } },
    },
  },
};

const service = createServer((request, response) => {
  const { port } = service.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/picture.png`;
  const path = `${request.method} ${request.url}`;
  request.resume();
  response.setHeader('content-type', 'application/json');
  if (path === 'GET /picture.png') {
    response.setHeader('content-type', 'image/png');
    return response.end(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
  }
  if (path === 'GET /v2/models')
    return response.end(
      JSON.stringify([looping, { id: 'deep', media: 'image', input_schema: { properties: {} } }]).replace(
        '"properties":{}',
        `"properties":{"prompt":{"type":"string"},"deep":{"items":${deepJson(9_000, '{"items":', '}')}}}`,
      ),
    );
  if (path.startsWith('POST') && path.includes('refused')) {
    response.statusCode = 400;
    return response.end(withDeep({ error: { code: 'invalid_input', message: 'no such size' } }));
  }
  if (path === 'POST /v2/jobs')
    return response.end(withDeep({ id: 'job_deep', model: 'deep', status: 'queued', created_at }));
  if (path.startsWith('POST')) return response.end(withDeep({ id: 'cgt-deep' }));
  if (path.includes('/v2/jobs/'))
    return response.end(
      withDeep({
        ...{ id: 'job_deep', model: 'deep', status: 'succeeded', created_at, completed_at },
        outputs: [{ url, type: 'image', content_type: 'image/png' }],
      }),
    );
  return response.end(withDeep({ id: 'cgt-deep', status: 'succeeded', data: [{ url }] }));
});

const env = () => {
  const { port } = service.address() as AddressInfo;
  return { GENCTL_API_KEY: 'k', GENCTL_BASE_URL: `http://127.0.0.1:${port}` };
};

describe('an answer that is nested deeper than JSON can be written out', () => {
  beforeAll(() => new Promise<void>((listening) => void service.listen(0, '127.0.0.1', listening)));
  afterAll(() => new Promise<void>((closed) => void service.close(() => closed())));
  const { run } = newHome();
  const onV1 = newHome();

  it.each([
    ['v2', run, ['--no-preflight'], 'job_deep'],
    ['v1', onV1.run, ['--no-preflight', '--api', 'v1', '--route', 'images'], 'cgt-deep'],
  ] as const)(
    'loses no job on %s: it is submitted, looked at, shown and brought home',
    async (_, on, more, id) => {
      const submitted = await on(['submit', 'fox', '-m', 'deep', ...more, '-q'], { env: env() });
      expect(submitted.code, submitted.stderr).toBe(0);
      expect(submitted.stdout.trim()).toBe(id);
      const words = [['status', id], ['wait', id], ['show', id], ['jobs'], ['download', id, '-D', 'out']];
      for (const command of words) {
        for (const json of [[], ['--json']]) {
          const ended = await on([...command, ...json], { env: env() });
          expect(ended.code, `${command.join(' ')}: ${ended.stderr}`).toBe(0);
        }
      }
    },
  );

  it('is kept whole: what is too deep, as its own JSON text', async () => {
    const { run } = newHome();
    const words = ['submit', 'fox', '-m', 'deep', '--no-preflight', '--api', 'v1', '--route', 'images', '-w'];
    await run(words, { env: env() });
    const { stdout } = await run(['show', 'cgt-deep', '--json']);
    const deepest = JSON.stringify(JSON.parse(stdout).raw.meta);
    expect(deepest.match(/\[/g)).toHaveLength(9_000);
  });

  it('says why it refused', async () => {
    const refusing = { ...env(), GENCTL_BASE_URL: `${env().GENCTL_BASE_URL}/refused` };
    const words = ['submit', 'fox', '-m', 'deep', '--no-preflight', '--json'];
    const ended = await newHome().run(words, { env: refusing });
    expect(ended.code, ended.stderr).toBe(10);
    expect(errorOf(ended)).toMatchObject({
      code: 'invalid_input',
      why: expect.stringContaining('no such size'),
    });
  });

  it.each(['deep', 'loop'])(
    'is a model (%s) that can be looked at and asked for all the same',
    async (id) => {
      const { run: fresh } = newHome();
      const words = [['models'], ['models', id], ['models', id, '--schema'], ['models', id, '--skeleton']];
      for (const command of words) {
        for (const json of [[], ['--json']]) {
          const ended = await fresh([...command, ...json], { env: env() });
          expect(ended.code, `${command.join(' ')}: ${ended.stderr}`).toBe(0);
        }
      }
      const input = '{"self":{"self":{"self":{}}},"other":{"b":[[[[{}]]]]},"deep":[[[[{}]]]]}';
      const submitted = await fresh(['submit', 'fox', '-m', id, '--input', input, '--dry-run'], {
        env: env(),
      });
      expect(submitted.code, submitted.stderr).toBe(0);
    },
  );
});
