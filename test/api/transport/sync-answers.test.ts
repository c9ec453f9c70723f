import { describe, expect, it } from 'vitest';
import type { TrafficEvent } from '../../../src/api/transport/traffic.ts';
import { bench, submitBy } from '../api-bench.ts';
import { json, type Step, text } from '../loopback-service.ts';

const sync = {
  bytes: Buffer.from('{}'),
  expectModel: 'vendor-b/image',
  route: 'images',
  sync: true,
} as const;
const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000', 'hex');
const base64 = png.toString('base64');
const dataUrl = `data:image/png;base64,${base64}`;
const url = 'https://cdn.example/one.png?sig=1';
const svg = 'data:image/svg+xml,%3Csvg%20/%3E';

async function outputsOf(step: Step) {
  const { api } = await bench([step]);
  const { job } = await submitBy(api, sync);
  return {
    status: job.status,
    outputs: job.outputs?.map((one) => one.url),
    types: job.outputs?.map((one) => one.content_type),
  };
}

function picture(contentType: string, bytes: Uint8Array): Step {
  return (response) => {
    response.writeHead(200, contentType === '' ? {} : { 'content-type': contentType }).end(bytes);
  };
}

describe('a picture that is answered at once', () => {
  it.each<[string, unknown, string]>([
    ['a link', { url }, url],
    ['a list of links', { images: [{ url }] }, url],
    ['a list of base64', { images: [base64] }, dataUrl],
    ['a link in data', { data: { url } }, url],
    ['a list of bare links', { data: ['https://cdn.example/one.png?sig=1'] }, url],
    ['outputs', { outputs: [{ url, type: 'image' }] }, url],
    ['bare outputs', { output: [url] }, url],
    ['one bare output', { output: url }, url],
    ['a result in a result', { result: { data: { images: [{ image_url: { url } }] } } }, url],
    ['base64 by another name', { artifacts: [{ base64, seed: 1 }] }, dataUrl],
    ['a data URL', { image: dataUrl }, dataUrl],
    ['a data URL that is no base64', { image: svg }, 'data:image/svg+xml;base64,PHN2ZyAvPg=='],
    ['a bare list', [{ url }], url],
    ['a bare link', url, url],
    ['predictions', { predictions: [{ bytesBase64Encoded: base64, mimeType: 'image/png' }] }, dataUrl],
    ['a picture and its link', { images: [{ url, b64_json: base64 }] }, dataUrl],
  ])('may come as %s', async (_, body, output) => {
    expect(await outputsOf(json(200, body))).toMatchObject({ status: 'succeeded', outputs: [output] });
  });

  it.each<[string, string, Uint8Array, string]>([
    ['called what it is', 'image/png', png, 'image/png'],
    ['called nothing', '', png, 'image/png'],
    ['called bytes', 'application/octet-stream', png, 'image/png'],
    ['called JSON', 'application/json', png, 'image/png'],
    ['of a kind that nobody knows', 'image/x-new; q=1', Buffer.from('new picture'), 'image/x-new'],
    ['of a rarer kind', '', Buffer.from('0000001c667479706176696600000000', 'hex'), 'image/avif'],
  ])('may be the answer itself, %s', async (_, called, bytes, contentType) => {
    const link = `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`;
    expect(await outputsOf(picture(called, bytes))).toEqual({
      status: 'succeeded',
      outputs: [link],
      types: [contentType],
    });
  });

  it.each([base64, dataUrl, `${url}\n`])('may be the answer itself, as plain text', async (body) => {
    const { status, outputs } = await outputsOf(text(200, 'text/plain', body));
    expect([status, outputs?.length]).toEqual(['succeeded', 1]);
  });

  it('of a kind that nobody knows is kept as the bytes that it is', async () => {
    const { outputs, types } = await outputsOf(json(200, { data: [{ b64_json: 'AAECAwQFBgcICQ==' }] }));
    expect(outputs).toEqual(['data:application/octet-stream;base64,AAECAwQFBgcICQ==']);
    expect(types).toEqual(['application/octet-stream']);
  });

  it.each([
    { status_url: 'https://api.example/tasks/1', callback: url },
    { error: { url } },
    { data: [{ prompt: 'see https://a.example/x.png' }] },
    { image: 'x.png', data: 'ok' },
  ])('is not made up from what is none: %j', async (body) => {
    const { api } = await bench([json(200, body)]);
    await expect(submitBy(api, sync)).rejects.toMatchObject({ exitCode: 13 });
  });

  it.each<[object, string]>([
    [{ id: 'i-1' }, 'queued'],
    [{ id: 'i-1', model: 'x', created: 1 }, 'queued'],
    [{ id: 'i-1', answer: { nobody: ['understands', 'this'] } }, 'succeeded'],
    [{ id: 'i-1', error: { message: 'no' } }, 'failed'],
  ])('names its job in %j, which is %s', async (body, status) => {
    const { api } = await bench([json(200, body)]);
    const { job, raw } = await submitBy(api, sync);
    expect(job).toMatchObject({ id: 'i-1', status });
    expect(raw).toEqual(body);
  });
});

describe('a 2xx that no job can be read from', () => {
  const page = '<html><title>Welcome to the hotel</title></html>';

  async function keptOf(
    step: Step,
    submission: Partial<Parameters<typeof submitBy>[1]> = {},
    observe: (event: TrafficEvent) => void = () => {},
  ) {
    const kept: { name: string; contentType: string | undefined; text: string }[] = [];
    const { api } = await bench([step], {
      observe,
      async keepAnswer(name, { bytes, contentType }) {
        kept.push({ name, contentType, text: Buffer.from(bytes).toString() });
        return '/home/kept.txt';
      },
    });
    const failure = await submitBy(api, { ...sync, ...submission }).then(
      () => undefined,
      (error: unknown) => error,
    );
    return { kept, failure };
  }

  it.each<[string, Step, string]>([
    ['JSON without a picture', json(200, { data: [] }), '{"data":[]}'],
    ['a page', text(200, 'text/html; charset=utf-8', page), page],
    ['a text', text(201, 'text/plain', 'done'), 'done'],
  ])('is kept, and where is said: %s', async (_, step, body) => {
    const { failure, kept } = await keptOf(step);
    expect(kept).toMatchObject([{ name: 'K', text: body }]);
    expect(failure).toMatchObject({ exitCode: 13, why: expect.stringContaining('/home/kept.txt') });
  });

  it('is kept as far as it came, where it broke off', async () => {
    const cut: Step = (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      response.write('{"id":"cgt-1"', () => response.socket?.destroy());
    };
    const { failure, kept } = await keptOf(cut, { sync: false, route: 'tasks' });
    expect(kept).toEqual([{ name: 'K', contentType: 'application/json', text: '{"id":"cgt-1"' }]);
    expect(failure).toMatchObject({ exitCode: 13, why: expect.stringContaining('/home/kept.txt') });
  });

  it('is kept as far as it came, where it was interrupted', async () => {
    const interruption = new AbortController();
    const slow: Step = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"id":"cgt-1"');
    };
    const { failure, kept } = await keptOf(slow, { signal: interruption.signal }, ({ kind }) => {
      if (kind === 'response') interruption.abort(new Error('interrupted'));
    });
    expect(failure).toMatchObject({ message: 'interrupted' });
    expect(kept).toMatchObject([{ name: 'K', text: '{"id":"cgt-1"' }]);
  });

  it('is not kept where it holds nothing', async () => {
    const { failure, kept } = await keptOf(text(200, 'text/plain', ''));
    expect(kept).toEqual([]);
    expect(failure).toMatchObject({ exitCode: 13 });
  });
});
