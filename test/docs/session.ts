import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { shellWords } from '../shell-words.ts';
import { startStoreDouble, storeEnvironment } from '../stores/store-double.ts';
import { runGenctl } from '../transcripts/genctl.ts';
import { root } from './page.ts';

/** The programs of jq that the pages have; jq itself is no part of Node. */
const jq = `#!${process.execPath}
const { readFileSync } = require('node:fs');
const [program, file] = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const lines = readFileSync(file ?? 0, 'utf8').trim().split('\\n');
if (/^[.]\\w+$/.test(program)) console.log(JSON.parse(lines.join(''))[program.slice(1)]);
else if (program === 'select(.status == "succeeded") | {id, draft: .job}')
  for (const { id, job, status } of lines.map((line) => JSON.parse(line)))
    status === 'succeeded' && console.log(JSON.stringify({ id, draft: job }));
else throw new Error('not a program of the pages: ' + program);
`;

/** The variables of a runner that has the first of four parts, as the pages name them. */
const runner = {
  GITLAB_CI: 'true',
  CI_NODE_INDEX: '1',
  CI_NODE_TOTAL: '4',
  CIRCLE_NODE_INDEX: '0',
  CIRCLE_NODE_TOTAL: '4',
  BUILDKITE_PARALLEL_JOB: '0',
  BUILDKITE_PARALLEL_JOB_COUNT: '4',
  AWS_BATCH_JOB_ARRAY_INDEX: '0',
  SLURM_ARRAY_TASK_ID: '0',
  JOB_COMPLETION_INDEX: '0',
};

interface LinesPlace {
  home: string;
  cwd: string;
  env: Record<string, string>;
  /** The shell, up to the text that it reads. */
  shell?: readonly string[];
}

/**
 * Runs commands of a shell, up to the first that fails. One that is genctl alone, with nothing in it that is the shell's, is a run of
 * genctl as those of the transcripts are.
 */
export async function runLines(
  text: string,
  { home, shell = ['sh', '-e', '-c'], ...place }: LinesPlace,
): Promise<{ code: number | null; said: string }> {
  let said = '';
  for (const command of commandsIn(text)) {
    const words = wordsOf(command);
    const { code, stderr, stdout } =
      words?.[0] === 'genctl'
        ? await runGenctl(home, words.slice(1), place)
        : await runShell([...shell, command], place);
    said += `${stdout}${stderr}`;
    if (code !== 0) return { code, said };
  }
  return { code: 0, said };
}

function runShell(
  [program = '', ...words]: readonly string[],
  place: { cwd: string; env: Record<string, string> },
): Promise<{ code: number; stdout: string; stderr: string }> {
  const running = promisify(execFile)(program, words, place);
  running.child.stdin?.end();
  return running.then(
    (ended) => ({ code: 0, ...ended }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

/** Each command of a text, a file that is written in it with its end; the text whole where one may set what another reads. */
function commandsIn(text: string): string[] {
  if (text.replaceAll(/'[^']*'/g, '').includes('$')) return [text];
  const commands = text.match(/^.*<<'(\w+)'\n[\s\S]*?\n\1$|^.*(?:(?<=\\)\n.*)*$/gm) ?? [];
  return commands.filter((command) => !/^\s*(#.*)?$/.test(command));
}

/** The words of a command; undefined where it takes a shell to read it. */
function wordsOf(command: string): string[] | undefined {
  const line = command.replaceAll(/\\\n\s*/g, ' ').replace(/\s+#\s.*$/, '');
  return /[*?[{~]|\n./.test(line) ? undefined : shellWords(line);
}

/** An empty home with genctl on its path, and an object store beside it: what a reader of a page sits at. */
export async function startSession() {
  const home = mkdtempSync(join(tmpdir(), 'genctl-page-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  write(join(home, 'bin/genctl'), `#!/bin/sh\nexec '${process.execPath}' '${root}/bin/genctl.js' "$@"\n`);
  write(join(home, 'bin/jq'), jq);
  for (const name of ['genctl', 'jq']) chmodSync(join(home, 'bin', name), 0o755);
  const work = join(home, 'work');
  mkdirSync(work);
  const store = await startStoreDouble();
  onTestFinished(() => store.close());
  const env = {
    PATH: `${join(home, 'bin')}${delimiter}${process.env.PATH ?? ''}`,
    HOME: home,
    GENCTL_HOME: join(home, 'genctl'),
    GENCTL_SANDBOX_SPEED: 'instant',
    ...runner,
    ...storeEnvironment(store),
  };
  return {
    write: (path: string, text: string) => write(join(work, path), text),
    /** The exit code and all that was printed. */
    run: (text: string) => runLines(text, { home, cwd: work, env }),
  };
}
