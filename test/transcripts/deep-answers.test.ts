import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { deepJson } from './fixtures/deep-json.ts';
import { onLoopback } from './fixtures/on-loopback.ts';
import { newHome } from './genctl.ts';

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

const answerDeep: RequestListener = (request, response): unknown => {
  const url = `http://${request.headers.host}/picture.png`;
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
};

const account = async () => ({ GENCTL_API_KEY: 'k', GENCTL_BASE_URL: await onLoopback(answerDeep) });

describe('an answer that is nested deeper than JSON can be written out', () => {
  it.each([
    ['v2', [], 'job_deep'],
    ['v1', ['--api', 'v1', '--route', 'images'], 'cgt-deep'],
  ])('loses no job on %s: it is submitted, looked at, shown and brought home', async (_, more, id) => {
    const { run } = newHome();
    const env = await account();
    const submitted = await run(['submit', 'fox', '-m', 'deep', '--no-preflight', ...more, '-q'], { env });
    expect(submitted.code, submitted.stderr).toBe(0);
    expect(submitted.stdout.trim()).toBe(id);
    for (const command of [
      ['status', id],
      ['wait', id],
      ['show', id],
      ['jobs'],
      ['download', id, '-D', 'out'],
    ]) {
      const ended = await run([...command, '--json'], { env });
      expect(ended.code, `${command.join(' ')}: ${ended.stderr}`).toBe(0);
      // genctl keeps a value that is too deep whole, as its own JSON text.
      const kept = JSON.stringify(JSON.parse(ended.stdout).raw?.meta) ?? '';
      if (command[0] === 'show' && more.length > 0) expect(kept.match(/\[/g)).toHaveLength(9_000);
    }
  });

  it.each(['deep', 'loop'])(
    'is a model (%s) that can be looked at and asked for all the same',
    async (id) => {
      const { run } = newHome();
      const env = await account();
      const input = '{"self":{"self":{"self":{}}},"other":{"b":[[[[{}]]]]},"deep":[[[[{}]]]]}';
      for (const command of [
        ['models'],
        ['models', id],
        ['models', id, '--json'],
        ['models', id, '--schema'],
        ['models', id, '--skeleton'],
        ['submit', 'fox', '-m', id, '--input', input, '--dry-run'],
      ]) {
        const ended = await run(command, { env });
        expect(ended.code, `${command.join(' ')}: ${ended.stderr}`).toBe(0);
      }
    },
  );
});
