import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../src/api/transport/exchange.ts';
import { createInProcessExchange } from '../../../src/api/transport/in-process-exchange.ts';
import { failureOf } from '../api-bench.ts';
import { digestOf, downloadBench, png, whole, withoutOwner } from '../download-bench.ts';
import { type Step, text } from '../loopback-service.ts';

const page = '<html><head><title>Sign in</title></head></html>';

/** Sends a body whose end is the end of the connection. */
function withoutLength(contentType: string, body: Buffer): Step {
  return (response) => {
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, { 'content-type': contentType, connection: 'close' });
    response.end(body);
  };
}

function box(type: string, payloadBytes: number): Buffer {
  const bytes = Buffer.alloc(8 + payloadBytes);
  bytes.writeUInt32BE(bytes.length);
  bytes.write(type, 4, 'latin1');
  return bytes;
}

const clip = Buffer.concat([box('ftyp', 16), box('mdat', 5000), box('moov', 300)]);

describe('what is not the output', () => {
  it.each([
    ['a page that says it is one', text(200, 'text/html', page)],
    ['a page that says it is a picture', text(200, 'image/png', page)],
    ['a page that says it is a picture, and how long it is', whole(Buffer.from(page))],
    ['too little to tell', text(200, 'image/png', '\x89PNG')],
    ['nothing', text(200, 'image/png', '')],
  ])('is %s: exit 14, and it stays a part', async (_, step) => {
    const { fetch, files } = await downloadBench([step]);
    const failure = await failureOf(fetch({ contentType: 'image/png' }));
    expect(failure).toMatchObject({ exitCode: 14, code: 'not_the_media' });
    const here = Object.keys(files());
    expect(here).not.toContain('job_1-1.png');
    expect(failure.why?.includes('genctl kept it as')).toBe(here.some((name) => name.endsWith('.part')));
  });

  it('is kept as it came, to be looked at', async () => {
    const { fetch, files } = await downloadBench([text(200, 'video/mp4', page)], 'job_1-1.mp4');
    expect(withoutOwner((await failureOf(fetch())).why ?? '')).toContain('job_1-1.mp4.part');
    expect(files()['job_1-1.mp4.part']).toBe(digestOf(page));
  });

  it('is known by the job, by its host, or by the name it shall have', async () => {
    const other = text(200, 'application/octet-stream', 'no page at all, and no picture');
    const { fetch, folder } = await downloadBench([other, text(200, 'image/webp', page), other, other]);
    expect(await failureOf(fetch({ path: `${folder}/a.bin`, contentType: 'image/gif' }))).toMatchObject({
      exitCode: 14,
    });
    expect(await failureOf(fetch({ path: `${folder}/b.bin` }))).toMatchObject({ exitCode: 14 });
    expect(await failureOf(fetch({ path: `${folder}/c.mov` }))).toMatchObject({ exitCode: 14 });
    expect((await fetch({ path: `${folder}/d.bin` })).bytes).toBe(30);
  });

  it('is a page where the job promised nothing, unless it promised a page', async () => {
    const pages = [
      text(200, 'text/html; charset=utf-8', '<h1>Blocked</h1>'),
      text(200, 'application/octet-stream', `\n${page}`),
      text(200, 'text/html', page),
    ];
    const { fetch, folder } = await downloadBench(pages);
    for (const name of ['a.bin', 'b.bin'])
      expect(await failureOf(fetch({ path: `${folder}/${name}` }))).toMatchObject({
        ...{ exitCode: 14, code: 'not_the_media' },
        why: expect.stringContaining('It is an HTML page.'),
      });
    const asked = await fetch({ path: `${folder}/c.html`, contentType: 'text/html' });
    expect(asked.bytes).toBe(page.length);
  });

  it('is something encoded that was not asked for', async () => {
    const { fetch } = await downloadBench([whole(png(100), { 'content-encoding': 'gzip' })]);
    const failure = await failureOf(fetch());
    expect(failure).toMatchObject({ exitCode: 14, code: 'not_the_media' });
    expect(failure.why).not.toContain('kept');
  });

  it('is more than is taken, said or unsaid, and none of it is kept', async () => {
    const endless: Step = async (response) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      response.write(png(1000));
      while (!response.destroyed) {
        response.write(Buffer.alloc(100_000));
        await new Promise(setImmediate);
      }
    };
    const { fetch, files } = await downloadBench([whole(png(2_000_001)), endless]);
    for (let time = 0; time < 2; time += 1)
      expect(await failureOf(fetch({ bytesMost: 2_000_000 }))).toMatchObject({
        exitCode: 14,
        code: 'download_too_large',
      });
    expect(files()).toEqual({});
  });
});

describe('an output that comes without a length', () => {
  it.each([
    ['image/png', png(5000)],
    ['video/mp4', clip],
    ['video/quicktime', clip],
    ['image/jpeg', Buffer.from(`\xff\xd8\xff\xe0${'x'.repeat(500)}\xff\xd9`, 'latin1')],
    ['image/gif', Buffer.from(`GIF89a${'x'.repeat(500)};`, 'latin1')],
  ])('is taken where it ends as %s does, and not where it was cut', async (contentType, body) => {
    const { fetch, files } = await downloadBench(
      [withoutLength(contentType, body), withoutLength(contentType, body.subarray(0, -100))],
      'x.bin',
    );
    expect((await fetch()).bytes).toBe(body.length);
    expect(await failureOf(fetch())).toMatchObject({ exitCode: 14, code: 'not_the_media' });
    expect(files()).toEqual({ 'x.bin': digestOf(body), 'x.bin.part': digestOf(body.subarray(0, -100)) });
  });
});

describe('an output that is longer than it said', () => {
  it('is what was said, and nothing of the rest', async () => {
    const body = png(5000);
    const tooMuch: Step = (response) => {
      const head = 'HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ncontent-length: 5000\r\n\r\n';
      response.socket?.end(Buffer.concat([Buffer.from(head), body, Buffer.alloc(500)]));
    };
    const { fetch, files } = await downloadBench([tooMuch]);
    expect((await fetch()).bytes).toBe(5000);
    expect(files()).toEqual({ 'job_1-1.png': digestOf(body) });
  });
});

async function* chunksOf(body: Buffer): AsyncGenerator<Uint8Array> {
  yield body;
}

describe('an output that an exchange gives as if it were whole', () => {
  const picture = png(3000);

  it.each([
    ['shorter', picture.subarray(0, 2000)],
    ['longer', Buffer.concat([picture, picture])],
  ])('is not taken where it is %s than it said', async (_, body) => {
    const headers = { 'content-type': 'image/png', 'content-length': String(picture.length) };
    const exchange: Exchange = {
      send: async () => ({ status: 200, headers, body: chunksOf(body), discard: async () => {} }),
      close: async () => {},
    };
    const { fetch, files } = await downloadBench([]);
    expect(await failureOf(fetch({ exchange }))).toMatchObject({ exitCode: 14 });
    expect(Object.keys(files())).not.toContain('job_1-1.png');
  });
});

describe('an output that drips', () => {
  it('is given up, however long it goes on', async () => {
    const { clock, fetch } = await downloadBench([]);
    const drip: Exchange = {
      send: async () => ({
        status: 200,
        headers: { 'content-type': 'image/png', 'content-length': '1000000' },
        body: (async function* () {
          yield png(100);
          for (;;) {
            clock.advance(1000);
            yield Buffer.alloc(1);
          }
        })(),
        discard: async () => {},
      }),
      close: async () => {},
    };
    const startedMs = clock.monotonicMs();
    const failure = await failureOf(fetch({ exchange: drip }));
    expect(failure).toMatchObject({ exitCode: 14, code: 'download_incomplete' });
    expect(failure.why).toContain('TOO_SLOW');
    expect(clock.monotonicMs() - startedMs).toBeLessThan(6 * 31_000 + 30_000);
  });

  it('slowly, but above the least, is taken', async () => {
    const { clock, fetch } = await downloadBench([]);
    const body = png(300_000);
    const slow: Exchange = {
      send: async () => ({
        status: 200,
        headers: { 'content-type': 'image/png', 'content-length': String(body.length) },
        body: (async function* () {
          for (let offset = 0; offset < body.length; offset += 2000) {
            clock.advance(1000);
            yield body.subarray(offset, offset + 2000);
          }
        })(),
        discard: async () => {},
      }),
      close: async () => {},
    };
    expect((await fetch({ exchange: slow })).bytes).toBe(300_000);
  });
});

describe('an output of the embedded sandbox', () => {
  it('comes the same way', async () => {
    const { fetch, files } = await downloadBench([]);
    const body = png(100_000);
    const exchange = createInProcessExchange(
      async () => async () =>
        new Response(new Uint8Array(body), { headers: { 'content-type': 'image/png' } }),
    );
    const url = 'https://cdn.sandbox.invalid/v2/job_1/0-abc.png';
    expect((await fetch({ exchange, url, baseUrl: 'sandbox:' })).bytes).toBe(100_000);
    expect(files()).toEqual({ 'job_1-1.png': digestOf(body) });
  });
});
