import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { fixedKey } from '../../src/account/keys/account-key.ts';
import { createRetryBudget } from '../../src/api/transport/rate-gate.ts';
import type { TrafficEvent } from '../../src/api/transport/traffic.ts';
import { createUndiciExchange } from '../../src/api/transport/undici-exchange.ts';
import { fetchOutput, type OutputDownload } from '../../src/outputs/downloads/downloads.ts';
import { createFileSink, type NameChoice } from '../../src/outputs/downloads/file-sink.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { type LoopbackService, type Step, startService } from './loopback-service.ts';

export const apiKey = 'sk_test_0123456789';

export interface DownloadBench {
  cdn: LoopbackService;
  clock: FakeClock;
  folder: string;
  path: string;
  traffic: TrafficEvent[];
  fetch(more?: Partial<OutputDownload & NameChoice>): ReturnType<typeof fetchOutput>;
  /** What lies in the folder: the digest of each file, by name; of a part without the name of its owner. */
  files(): Record<string, string>;
}

/** A CDN on loopback, and a folder of its own to download to. */
export async function downloadBench(steps: readonly Step[], name = 'job_1-1.png'): Promise<DownloadBench> {
  const cdn = await startService(...steps);
  const exchange = createUndiciExchange();
  const folder = mkdtempSync(join(tmpdir(), 'genctl-download-'));
  onTestFinished(async () => {
    await exchange.close();
    rmSync(folder, { recursive: true });
  });
  const clock = createFakeClock();
  const path = join(folder, name);
  const traffic: TrafficEvent[] = [];
  return {
    cdn,
    clock,
    folder,
    path,
    traffic,
    fetch: (more = {}) =>
      fetchOutput({
        url: `${cdn.baseUrl}/v2/job_1/0-abc.png`,
        baseUrl: 'https://api.example.com',
        key: fixedKey(apiKey),
        exchange,
        clock,
        random: () => 0.5,
        budget: createRetryBudget(),
        path,
        openSink: () => createFileSink(more.path ?? path, { overwrite: false, ...more }, more.clock ?? clock),
        observe: (event) => traffic.push(event),
        ...more,
      }),
    files: () =>
      Object.fromEntries(
        readdirSync(folder)
          .toSorted()
          .map((file) => [withoutOwner(file), digestOf(readFileSync(join(folder, file)))]),
      ),
  };
}

/** `clip.mp4.part`, whoever fetched it. */
export function withoutOwner(name: string): string {
  return name.replace(/\.\d+-[0-9a-f]{6}-\w+(\.\d+)?\.part/, '$1.part');
}

/** Stands for bytes where they are compared: element by element that takes seconds. */
export function digestOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Bytes that begin and end as a PNG does, of any length from 20. */
export function png(bytes: number): Buffer {
  const picture = Buffer.alloc(bytes, 0x2a);
  picture.write('\x89PNG\r\n\x1a\n', 0, 'latin1');
  picture.write('IEND', bytes - 8, 'latin1');
  return picture;
}

/** Serves the whole file. */
export function whole(body: Buffer, headers: Record<string, string> = {}): Step {
  return (response) => {
    response
      .writeHead(200, { 'content-type': 'image/png', 'content-length': body.length, ...headers })
      .end(body);
  };
}

/** Promises the whole file, sends its beginning and closes. */
export function begun(body: Buffer, sentBytes: number, headers: Record<string, string> = {}): Step {
  return (response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': body.length, ...headers });
    response.write(body.subarray(0, sentBytes), () => response.socket?.destroy());
  };
}

/** Serves what the Range header asks for. */
export function rest(body: Buffer, headers: Record<string, string> = {}): Step {
  return (response, request) => {
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1]);
    response
      .writeHead(206, {
        'content-type': 'image/png',
        'content-range': `bytes ${start}-${body.length - 1}/${body.length}`,
        'content-length': body.length - start,
        ...headers,
      })
      .end(body.subarray(start));
  };
}
