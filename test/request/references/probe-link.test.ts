import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/api/transport/clock.ts';
import type { TrafficEvent } from '../../../src/api/transport/traffic.ts';
import { createUndiciExchange } from '../../../src/api/transport/undici-exchange.ts';
import { isDead, probeLink } from '../../../src/request/references/probe-link.ts';
import { reset, type Step, startService, text } from '../../api/loopback-service.ts';

const exchange = createUndiciExchange();
afterAll(() => exchange.close());
const ports = { exchange, clock: systemClock };

/** A clock on which any time is over at once. */
const hasty = { ...systemClock, sleep: async () => undefined };

const to =
  (location: string, status = 302): Step =>
  (response) =>
    response.writeHead(status, { location }).end();

describe('a look at a link', () => {
  it.each([
    [206, { kind: 'reachable' }, false],
    [200, { kind: 'reachable' }, false],
    [416, { kind: 'reachable' }, false],
    [404, { kind: 'answered', status: 404 }, true],
    [403, { kind: 'answered', status: 403 }, true],
    [429, { kind: 'answered', status: 429 }, false],
    [503, { kind: 'answered', status: 503 }, false],
    [304, { kind: 'answered', status: 304 }, false],
  ])('that is answered %i', async (status, state, dead) => {
    const { baseUrl } = await startService((response) => response.writeHead(status).end());
    const found = await probeLink(`${baseUrl}/a.png`, ports);
    expect(found).toMatchObject(state);
    expect(isDead(found)).toBe(dead);
  });

  it('asks for the first byte, by the whole link, with nothing that opens a door', async () => {
    const { baseUrl, seen } = await startService(text(206, 'image/png', 'x'));
    const events: TrafficEvent[] = [];
    const observe = (event: TrafficEvent) => events.push(event);
    await probeLink(`${baseUrl}/a%20b.png?signature=abc`, { ...ports, observe });
    expect(events.map(({ kind, url }) => `${kind} ${url}`)).toEqual([
      `request ${baseUrl}/a%20b.png?signature=***`,
      `response ${baseUrl}/a%20b.png?signature=***`,
    ]);
    expect(seen).toMatchObject([
      { method: 'GET', path: '/a%20b.png?signature=abc', headers: { range: 'bytes=0-0' } },
    ]);
    expect(Object.keys(seen[0]?.headers ?? {})).not.toContain('authorization');
    expect(Object.keys(seen[0]?.headers ?? {})).not.toContain('cookie');
  });

  it('does not read what a host sends on and on', async () => {
    const { baseUrl } = await startService((response) => {
      response.writeHead(200, { 'content-length': 1e12 });
      response.write(Buffer.alloc(100_000));
    });
    expect(await probeLink(`${baseUrl}/endless.mp4`, ports)).toEqual({ kind: 'reachable', bytes: 1e12 });
  });

  it.each<[string, number, Record<string, string | number>, object]>([
    [
      'a part',
      206,
      { 'content-range': 'bytes 0-0/300000000', 'content-type': 'video/mp4' },
      { bytes: 3e8, contentType: 'video/mp4' },
    ],
    ['a part of nobody knows what', 206, { 'content-range': 'bytes 0-0/*', 'content-length': 1 }, {}],
    [
      'the whole',
      200,
      { 'content-length': 12, 'content-type': 'Image/PNG; charset=binary' },
      { bytes: 12, contentType: 'image/png' },
    ],
    ['no part', 416, { 'content-range': 'bytes */0', 'content-type': 'text/html' }, {}],
    ['nothing told', 200, { 'transfer-encoding': 'chunked' }, {}],
  ])('learns what is served from the headers of %s', async (_, status, headers, served) => {
    const { baseUrl } = await startService((response) => {
      response.writeHead(status, headers).flushHeaders();
      response.destroy();
    });
    expect(await probeLink(`${baseUrl}/a`, ports)).toEqual({ kind: 'reachable', ...served });
  });

  it('goes where the link leads, five times at most', async () => {
    const { baseUrl, seen } = await startService(
      to('/b.png'),
      to('/c.png', 307),
      text(200, 'image/png', 'x'),
    );
    expect(await probeLink(`${baseUrl}/a.png`, ports)).toMatchObject({ kind: 'reachable' });
    expect(seen.map(({ path }) => path)).toEqual(['/a.png', '/b.png', '/c.png']);
    const circle = await startService(...Array.from({ length: 6 }, () => to('/a.png')));
    expect(await probeLink(`${circle.baseUrl}/a.png`, ports)).toEqual({
      kind: 'unreachable',
      why: 'it redirects more than 5 times',
    });
  });

  it('says what kept it from an answer', async () => {
    const closed = await startService();
    closed.server.close();
    expect(await probeLink(`${closed.baseUrl}/a.png`, ports)).toEqual({
      kind: 'unreachable',
      why: 'the connection was refused',
    });
    const { baseUrl } = await startService(reset);
    expect(await probeLink(`${baseUrl}/a.png`, ports)).toMatchObject({ kind: 'unreachable' });
    expect(await probeLink('https://', ports)).toEqual({ kind: 'unreachable', why: 'it is not a URL' });
  });

  it('is over in time, though the host never answers', async () => {
    const { baseUrl } = await startService();
    const found = await probeLink(`${baseUrl}/a.png`, { exchange, clock: hasty });
    expect(found).toEqual({ kind: 'unreachable', why: 'no answer in 5 s' });
  });

  it('leaves other schemes alone', async () => {
    expect(await probeLink('s3://bucket/a.png', ports)).toEqual({ kind: 'unlooked' });
    expect(await probeLink('data:image/png;base64,AAAA', ports)).toEqual({ kind: 'unlooked' });
  });

  it('ends when it is told to', async () => {
    const controller = new AbortController();
    const { baseUrl } = await startService(() => controller.abort(new Error('stop')));
    await expect(probeLink(`${baseUrl}/a.png`, { ...ports, signal: controller.signal })).rejects.toThrow(
      'stop',
    );
  });
});
