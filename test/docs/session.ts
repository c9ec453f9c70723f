import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { startStoreDouble, storeEnvironment } from '../stores/store-double.ts';
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
    PATH: `${join(home, 'bin')}${delimiter}${process.env.PATH}`,
    HOME: home,
    GENCTL_HOME: join(home, 'genctl'),
    GENCTL_SANDBOX_SPEED: 'instant',
    ...runner,
    ...storeEnvironment(store),
  };
  return {
    write: (path: string, text: string) => write(join(work, path), text),
    /** The exit code and all that was printed. */
    run: (text: string) => {
      const running = promisify(execFile)('sh', ['-e', '-c', text], { cwd: work, env });
      running.child.stdin?.end();
      return running.then(
        ({ stderr, stdout }) => ({ code: 0, said: `${stdout}${stderr}` }),
        ({ code, stderr, stdout }) => ({ code, said: `${stdout}${stderr}` }),
      );
    },
  };
}
