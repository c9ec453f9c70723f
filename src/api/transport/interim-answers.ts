import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

export type Connector = buildConnector.connector;

const headEnd = Buffer.from('\r\n\r\n');
/** `HTTP/1.1 100 `, of either minor version. */
const continueLine = /^HTTP\/1\.[01] 100[ \r]/;
const continueLength = 'HTTP/1.1 100 '.length;

/**
 * Connects, and reads past each `100 Continue` that comes before an answer. A server may send it without being asked; undici takes
 * it for a fault and closes the socket.
 * @see RFC 9110 §15.2.1
 */
export function withInterimAnswers(connect: Connector): Connector {
  return (options, callback) =>
    connect(options, (...[error, socket]) =>
      error === null ? callback(null, readPastContinue(socket)) : callback(error, null),
    );
}

/** Has `read` leave out each `100 Continue` between a write and the first byte of its answer. */
function readPastContinue<Connection extends Socket>(socket: Connection): Connection {
  const { read, write } = socket;
  let startsAnswer = true;
  /** The begin of what may be a `100 Continue`, until it can be judged. */
  let begun: Buffer | undefined;

  socket.write = ((...args: Parameters<Socket['write']>) => {
    startsAnswer = true;
    return write.apply(socket, args);
  }) as Socket['write'];
  socket.read = (size?: number) => {
    for (;;) {
      const chunk: Buffer | null = read.call(socket, size);
      if (chunk === null || !startsAnswer) return chunk;
      begun = begun === undefined ? chunk : Buffer.concat([begun, chunk]);
      const rest = afterContinue(begun);
      if (rest === undefined) continue;
      startsAnswer = rest.byteLength === 0;
      begun = undefined;
      if (!startsAnswer) return rest;
    }
  };
  return socket;
}

/** The bytes after all `100 Continue` at the begin of an answer; undefined as long as its end, or what it is, is not known. */
function afterContinue(bytes: Buffer): Buffer | undefined {
  let rest = bytes;
  for (;;) {
    const line = rest.toString('latin1', 0, continueLength);
    if (line.length < continueLength) return mayContinue(line) ? (line === '' ? rest : undefined) : rest;
    if (!continueLine.test(line)) return rest;
    const end = rest.indexOf(headEnd);
    if (end === -1) return undefined;
    rest = rest.subarray(end + headEnd.byteLength);
  }
}

function mayContinue(line: string): boolean {
  return 'HTTP/1.1 100 '.startsWith(line) || 'HTTP/1.0 100 '.startsWith(line);
}
