import { MachineError } from '../errors/endings.ts';
import { absoluteUrl, isLoopbackHost } from '../rules/base-url.ts';
import { type RunCommand, saidBy, whyFailed } from '../rules/command-end.ts';
import { redact } from '../rules/redaction.ts';
import type { LocalFile } from './local-file.ts';

export interface UploadPorts {
  /** Program and arguments; the path comes last. */
  command: readonly string[];
  runCommand: RunCommand;
  /** Unit: ms. */
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/**
 * Runs the upload command on a file and reads the link that it prints: one https URL (or http on this machine) and nothing
 * else. Errors quote its stderr without secrets, and never its arguments.
 *
 * @throws MachineError where it can't be started, takes too long, ends with anything but 0, or prints anything else; the
 *   signal's reason.
 */
export async function runUpload({ where, path }: LocalFile, ports: UploadPorts): Promise<string> {
  const { command, runCommand, timeoutMs, signal } = ports;
  signal?.throwIfAborted();
  const end = await runCommand([...command, path], { timeoutMs, signal });
  signal?.throwIfAborted();
  const answer =
    end.kind === 'ended' && end.exitCode === 0 ? readAnswer(end) : { why: whyFailed(end, timeoutMs) };
  if ('url' in answer) return answer.url;
  throw new MachineError({
    code: 'upload_failed',
    message: `${where} could not be uploaded`,
    why: `${command[0] ?? ''}: ${answer.why}`,
    hint: "run the profile's upload_command by hand with the path, or give an https URL",
    retryable: end.kind === 'timed out' || (end.kind === 'ended' && end.exitCode !== 0),
  });
}

function readAnswer(end: { stdout: string; stderr: string }): { url: string } | { why: string } {
  const lines = end.stdout.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const [text = ''] = lines;
  if (lines.length === 0) return { why: `it printed nothing; one https URL was expected${saidBy(end)}` };
  if (lines.length > 1) return { why: `it printed ${lines.length} lines; one https URL was expected` };
  const url = /\s/.test(text) ? undefined : absoluteUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return { why: `it printed ${JSON.stringify(shown(text))}; one https URL was expected` };
  const { protocol, hostname } = url;
  if (protocol === 'https:' || isLoopbackHost(hostname)) return { url: text };
  return { why: `it printed an http URL, on ${hostname}; the generator takes https` };
}

function shown(text: string): string {
  return redact(text).slice(0, 80);
}
