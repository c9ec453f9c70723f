import type { ChildProcess } from 'node:child_process';
import { whyNotStarted } from '../../errors/system-trouble.ts';
import type { CommandEnd, RunCommand } from '../../text/command-end.ts';
import { withoutSecrets } from '../../text/redaction.ts';

const usualBytesMost = 64 * 1024;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns a function that runs a program without a shell and collects what it prints. More on stdout than the limit is no answer, and the
 * program is killed; of stderr the rest is left. The program gets the environment without the secrets of genctl, and no stdin, which may
 * be carrying a prompt. After the time-out it is killed, and nobody waits for the programs that it started.
 */
export function commandRunner(environment: Environment): RunCommand {
  const env = withoutSecrets(environment);
  return (command, limits) => runProgram(command, { ...limits, env });
}

async function runProgram(
  [program = '', ...words]: readonly string[],
  { bytesMost = usualBytesMost, env, signal, timeoutMs }: Parameters<RunCommand>[1] & { env: Environment },
): ReturnType<RunCommand> {
  const { spawn } = await import('node:child_process');
  return new Promise<CommandEnd>((resolve) => {
    const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    const end = (how: CommandEnd): void => {
      kill(child);
      finish();
      resolve(how);
    };
    const giveUp = (): void => end({ kind: 'timed out' });
    const stdout = collect(child.stdout, bytesMost, () => end({ kind: 'printed too much', most: bytesMost }));
    const stderr = collect(child.stderr, usualBytesMost);
    const timer = setTimeout(giveUp, timeoutMs);
    signal?.addEventListener('abort', giveUp);
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
    child.once('error', (error) => {
      finish();
      resolve({ kind: 'not started', why: whyNotStarted(program, error) });
    });
    child.once('close', (exitCode) => {
      finish();
      const bytes = stdout();
      resolve({ kind: 'ended', exitCode, bytes, stdout: bytes.toString(), stderr: stderr().toString() });
    });
    // Words that no program can be given, or too many of them, are thrown.
  }).catch((error: unknown) => ({ kind: 'not started', why: whyNotStarted(program, error) }));
}

/** Keeps the first bytes of a stream. It calls `tooMuch` as soon as there are more. */
function collect(
  stream: NodeJS.ReadableStream,
  bytesMost: number,
  tooMuch: () => void = () => {},
): () => Buffer {
  const chunks: Buffer[] = [];
  let length = 0;
  stream.on('data', (chunk: Buffer) => {
    // The stream is read to its end all the same, because a full pipe would stop the program.
    if (length < bytesMost) chunks.push(chunk);
    length += chunk.length;
    if (length > bytesMost) tooMuch();
  });
  return () => Buffer.concat(chunks).subarray(0, bytesMost);
}

function kill(child: ChildProcess): void {
  child.kill('SIGKILL');
  // Programs that it started may hold the pipes open.
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.unref();
}
