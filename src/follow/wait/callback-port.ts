import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { flagConflict } from '../../cli/flags/flag-conflict.ts';
import { either, typedWith } from '../../errors/hint.ts';
import { portUnusable } from '../../errors/system-trouble.ts';
import type { LookSoon } from '../../outputs/journey.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { jobIdPrefix } from '../../service/wire-values.ts';
import { loopbackAddress } from '../../text/base-url.ts';
import { gaps } from '../../text/gaps.ts';
import { formatBytes } from '../../text/size.ts';

/** A callback is about as long as the answer to a look. Unit: bytes. */
const bodyBytesMost = 65_536;
/** How long a sender may take for a request, and how often Node looks for those that take longer. Unit: ms. */
const [requestMsMost, checkMs] = [5_000, 1_000];
const connectionsMost = 64;

interface OpenCallbacks {
  /** As in `WaitLimits`. */
  callbacks(look: LookSoon): void;
  /** Cuts every connection and frees the port. */
  close(): Promise<void>;
}

/**
 * Takes callbacks on a port of this machine. Anybody can send one, and the service says nothing of its body, so that genctl believes none
 * of it: the jobs that it names are looked at soon, with the key. Callbacks of other jobs do nothing.
 *
 * Throws MachineError where it can't listen there, UsageError where nobody would learn which port is free.
 * @see service document §6
 */
export async function openCallbacks(
  { globals, terminal }: Pick<OutputMeans, 'globals' | 'terminal'>,
  port: number,
): Promise<OpenCallbacks> {
  const silent = globals.json ? '--json' : globals.quiet ? '--quiet' : undefined;
  if (port === 0 && silent !== undefined) {
    const why = `A free port is told on stderr, and ${silent} tells nothing there.`;
    throw flagConflict(`--listen 0 and ${silent}`, why, typedWith('--listen', gaps.value));
  }
  let lookSoon: LookSoon = () => false;
  const tell = (words: string): void => {
    if (globals.verbose) terminal.unmuted.lines([`< callback ${words}`]);
  };
  const server = createServer(
    { headersTimeout: requestMsMost, requestTimeout: requestMsMost, connectionsCheckingInterval: checkMs },
    (request, response) => {
      receive(request, response, (body) => {
        if (body === undefined) return tell(`refused: it is no POST, or over ${formatBytes(bodyBytesMost)}`);
        const known = jobsIn(body).filter((id) => lookSoon(id));
        tell(known.length === 0 ? 'for no job that is waited for' : `for ${known.join(', ')}`);
      });
    },
  );
  server.maxConnections = connectionsMost;
  await new Promise<void>((resolve, reject) => {
    // A later error, as of too many open files, costs a callback. The looks go on.
    server.on('error', reject);
    server.listen(port, loopbackAddress, resolve);
  }).catch((cause: unknown) => {
    const hint = either(typedWith('--listen', '0'), ', and lead your tunnel to the port that it says');
    throw portUnusable({ what: 'genctl', at: `${loopbackAddress}:${port} for callbacks`, hint }, cause);
  });
  const bound = server.address() as AddressInfo;
  terminal.err.lines([`Callbacks are taken on http://${loopbackAddress}:${bound.port}`]);
  return {
    callbacks(look) {
      lookSoon = look;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Answers a request, and gives its body to `take`; undefined for what is no callback. */
function receive(
  request: IncomingMessage,
  response: ServerResponse,
  take: (body: string | undefined) => void,
): void {
  const refuse = (status: number): void => {
    if (response.headersSent) return;
    response.writeHead(status, { Allow: 'POST', Connection: 'close' }).end();
    take(undefined);
  };
  if (request.method !== 'POST') {
    refuse(405);
    return;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bodyBytesMost) refuse(413);
    else chunks.push(chunk);
  });
  request.once('end', () => {
    if (response.headersSent) return;
    response.writeHead(204).end();
    take(Buffer.concat(chunks).toString('latin1'));
  });
}

const jobIds = new RegExp(String.raw`\b${jobIdPrefix}[\w-]+`, 'g');

/** The ids of jobs in a body of whatever shape, each once. */
function jobsIn(body: string): string[] {
  return [...new Set(body.match(jobIds))];
}
