import { createConnection, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { openCallbacks } from '../../../src/follow/wait/callback-port.ts';
import { keptTerminal } from '../../terminal/looks.ts';

/** Resolves once a connection is closed, however. */
export function closed(socket: Socket): Promise<void> {
  return new Promise((done) => socket.resume().once('close', () => done()));
}

/** A port that takes callbacks of `job_1` and `job_2`, on which a test connects as it likes. */
export async function callbackPort({ verbose = false } = {}) {
  const { stderr, terminal } = await keptTerminal(undefined);
  const { callbacks, close } = await openCallbacks({ globals: { verbose }, terminal } as never, 0);
  onTestFinished(close);
  const hints: string[] = [];
  callbacks((id) => {
    hints.push(id);
    return id === 'job_1' || id === 'job_2';
  });
  const said = (): string => stderr.text;
  const [, port] = /on http:\/\/127\.0\.0\.1:(\d+)\n/.exec(said()) ?? [];
  return {
    port: Number(port),
    url: `http://127.0.0.1:${port}/hook?secret=s3cret`,
    hints,
    said,
    close,
    /** A connection that says so much and no more. */
    connect(text: string): Socket {
      const socket = createConnection(Number(port), '127.0.0.1').setEncoding('utf8');
      socket.on('error', () => {}).write(text);
      onTestFinished(() => void socket.destroy());
      return socket;
    },
  };
}
