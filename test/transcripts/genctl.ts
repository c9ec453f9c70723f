import { spawn } from 'node:child_process';
import { join, relative, resolve } from 'node:path';
import { hasGap } from '../../src/text/gaps.ts';
import { shellWords } from '../shell-words.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { isBusy, startHere } from './start-here.ts';

/** What a run of the built binary left. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
  /** Both streams in the order in which they were written; undefined for a process. */
  screen?: string;
  /** What it leaves to the collector or is warned of by Node; undefined for a process. */
  untidy?: string[];
}

export interface RunOptions {
  env?: Record<string, string>;
  stdin?: string | Buffer;
  cwd?: string;
  /** What the process may have, in the words of the shell's `ulimit`: `-n 20`. */
  limit?: string;
  /** Started in this process on a terminal of so many columns, at which nobody types. */
  terminal?: number;
  /** Run as a process, though it could be started in this one. */
  ownProcess?: true;
  /** The beginning of the command line that runs it: a program that ends in it. */
  before?: readonly string[];
  /** Told how to send a signal to the process, as it starts. */
  onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
  /** Told of all stderr so far at each piece of it; may end the process with a signal. */
  onStderr?: (stderr: string, kill: (signal: NodeJS.Signals) => void) => void;
}

const binary = resolve(import.meta.dirname, '../../bin/genctl.js');

/** Most homes of tests see a start or two, so that no code is kept in them. */
const noCodeKept = { NODE_DISABLE_COMPILE_CACHE: '1' };

/** An empty home and a working folder, removed when the file's tests are done. */
export function newHome(): {
  home: string;
  run: (words: readonly string[], options?: RunOptions) => Promise<Ended>;
} {
  const home = temporaryFolder('genctl-');
  return { home, run: (words, options) => runGenctl(home, words, options) };
}

/** A run in a home that somebody else has made. */
export async function runGenctl(
  home: string,
  words: readonly string[],
  options: RunOptions = {},
): Promise<Ended> {
  // Nothing of the tester's own surroundings: no account, no CI, no colours.
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    GENCTL_HOME: join(home, 'genctl'),
    GENCTL_SANDBOX_SPEED: 'instant',
    ...noCodeKept,
    ...options.env,
  };
  const workingFolder = options.cwd ?? home;
  const ended = needsProcess(words, options)
    ? await runProcess(words, { ...options, env, cwd: workingFolder })
    : await startHere({
        words,
        environment: env,
        workingFolder,
        stdin: options.stdin ?? '',
        columns: options.terminal,
      });
  assertTidy(ended);
  await assertMendsRead(ended);
  await assertGoesFurther({ home, words, options, env, workingFolder }, ended);
  await assertDocumentsFit(words, ended);
  return ended;
}

function runProcess(
  words: readonly string[],
  options: Omit<RunOptions, 'env'> & { env: NodeJS.ProcessEnv },
): Promise<Ended> {
  return new Promise((done, fail) => {
    const command = [process.execPath, binary, ...words];
    const limited = ['sh', '-c', `ulimit ${options.limit}; exec "$0" "$@"`, ...command];
    const [program = '', ...rest] =
      options.limit === undefined ? [...(options.before ?? []), ...command] : limited;
    const child = spawn(program, rest, {
      cwd: options.cwd,
      env: options.env,
      stdio: 'pipe',
    });
    let stdout = '';
    let stderr = '';
    let killed = false;
    const kill = (signal: NodeJS.Signals): void => {
      killed = child.kill(signal);
    };
    options.onStart?.((signal) => child.kill(signal));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      // Once: a second signal of its kind ends the process at once, which is another thing to test.
      if (!killed) options.onStderr?.(stderr, kill);
    });
    child.once('error', fail);
    child.once('close', (code) => done({ code, stdout, stderr }));
    // A program that does not read its stdin may be gone before it is written.
    child.stdin.on('error', () => {}).end(options.stdin ?? '');
  });
}

/**
 * Most runs are starts in this process, which take a tenth of the time. With `TRANSCRIPTS=processes` all are processes: in the
 * proofs before a release.
 */
function needsProcess(words: readonly string[], options: RunOptions): boolean {
  const { env = {}, limit, before, onStart, onStderr, ownProcess = false, terminal } = options;
  if (terminal !== undefined) return false;
  if (ownProcess || onStart !== undefined || process.env.TRANSCRIPTS === 'processes') return true;
  if (words.some((word) => /\/(stdin|fd\/0)$/.test(word))) return true;
  // A start reads a file that is named from the working folder in that of the process.
  if (isBusy() && words.some((word) => /(^|=)@[^@/][^/]*\.\w+$/.test(word))) return true;
  // These end without an exit code to wait for.
  if (words[0] === '__complete' || /^(-V|--version)$/.test(words.join())) return true;
  const setsNode = Object.keys(env).some((name) => /^(NODE_|TZ$)/.test(name));
  return setsNode || limit !== undefined || before !== undefined || onStderr !== undefined;
}

/** No run has Node warn of anything, or leaves a file open. */
function assertTidy({ stderr, untidy = [] }: Ended): void {
  const warned = stderr.match(/^\(node:\d+\) .*/gm) ?? [];
  if (untidy.length + warned.length > 0) throw new Error(`Node warns: ${[...untidy, ...warned].join('\n')}`);
}

/** Each document that a run prints is what its published schema says, no field more, and one that the help of its command names. */
async function assertDocumentsFit(words: readonly string[], { code, stderr, stdout }: Ended): Promise<void> {
  const text = `${stdout}\n${stderr}`;
  // A run that was killed may leave half a line.
  if (code === null || !/^\{"(schema":"genctl\.|error":\{"code":)/m.test(text)) return;
  const { documentsIn, whyNotOf, whyUnfit } = await import('./document-fit.ts');
  for (const { name, document } of documentsIn(text)) {
    const why = whyUnfit(name, document) ?? whyNotOf(words, name);
    if (why !== undefined) throw new Error(`A document is not what its schema says: ${why}`);
  }
}

/** Whatever a failure of any run tells to type is a line that the program reads: with the very words that stand in it. */
async function assertMendsRead({ stderr }: Ended): Promise<void> {
  const hints = [...stderr.matchAll(/^ *(?:→|->) (.*)$|"hint":("(?:[^"\\]|\\.)*")/gm)].map(
    ([, told, ofJson]) => told ?? String(JSON.parse(ofJson ?? '""')),
  );
  if (!hints.some((hint) => hint.includes('genctl '))) return;
  const { commandLinesIn } = await import('../mends/command-lines.ts');
  const { whyNotRead } = await import('../mends/read-line.ts');
  for (const hint of hints) {
    for (const line of commandLinesIn(hint)) {
      const why = await whyNotRead(line);
      if (why !== undefined) throw new Error(`A mend can't be typed: ${hint}\n${why}`);
    }
  }
}

/** The fields of a line of `--json` on stderr. */
export function errorOf(ended: Ended): Record<string, unknown> {
  const line = ended.stderr.trim().split('\n').at(-1) ?? '';
  return (JSON.parse(line) as { error: Record<string, unknown> }).error;
}

interface Typed {
  home: string;
  words: readonly string[];
  options: RunOptions;
  env: Record<string, string | undefined>;
  workingFolder: string;
}

/** A service of the test's own counts what it is asked, and these go on until somebody ends them. */
const neverTyped = /^(worker|compose|wait|sandbox serve|jobs .*--watch)/;

/**
 * A whole line that a refusal tells is typed in a copy of the home, and ends otherwise than what was typed first: with an answer, or with
 * the next thing that is wrong.
 */
async function assertGoesFurther(
  { home, words, options, env, workingFolder }: Typed,
  ended: Ended,
): Promise<void> {
  if (ended.code !== 2 || needsProcess(words, options) || relative(home, workingFolder).startsWith('..'))
    return;
  const surroundings = Object.entries(options.env ?? {}).map(([name, text]) => `${name}=${text}`);
  if (/https?:|redis:|(^|,)PATH=/.test([...words, ...surroundings].join())) return;
  const told = toldLine(ended);
  if (told === undefined || neverTyped.test(told.join(' '))) return;
  const { cpSync, existsSync, readFileSync, statSync } = await import('node:fs');
  const settings = join(String(env.GENCTL_HOME), 'config.json');
  if (existsSync(settings) && readFileSync(settings, 'utf8').includes('http')) return;
  const copy = temporaryFolder('genctl-again-');
  cpSync(home, copy, { recursive: true, filter: (path) => isPlain(statSync(path)) });
  const moved = (text: string): string => text.replaceAll(home, copy);
  const again = await startHere({
    words: told.map(moved),
    environment: Object.fromEntries(Object.entries(env).map(([name, text]) => [name, text && moved(text)])),
    workingFolder: moved(workingFolder),
    stdin: options.stdin ?? '',
    columns: options.terminal,
  });
  const [first, second] = [ended.stderr, again.stderr.replaceAll(copy, home)].map(
    (text) => text.split('\n  →')[0],
  );
  if (again.code === 2 && first === second)
    throw new Error(
      `A suggested line gets no further: genctl ${words.join(' ')} → genctl ${told.join(' ')}\n${second}`,
    );
}

function isPlain(found: { isFile(): boolean; isDirectory(): boolean }): boolean {
  return found.isFile() || found.isDirectory();
}

/** The line that a refusal tells to type, without the program; undefined where it is in words, or has a gap. */
function toldLine({ stderr }: Ended): string[] | undefined {
  const [, json] = /^(\{"error":.*\})$/m.exec(stderr) ?? [];
  if (json !== undefined) {
    const { error } = JSON.parse(json) as { error: { fix?: { argv?: string[] } | null } };
    return error.fix?.argv?.slice(1);
  }
  const [, line = ''] = /^ {2}(?:→|->) genctl (.*)$/m.exec(stderr) ?? [];
  const read = line === '' || line.includes(', ') ? undefined : shellWords(line);
  return read?.some(hasGap) === true ? undefined : read;
}
