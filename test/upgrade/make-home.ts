// Has an earlier commit write a home: npm run old-home -- COMMIT. It takes a few minutes, and the ports 18787 and 18788.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { markedFile } from '../search/marked-file.ts';
import { type OldFolders, oldKey, oldPorts, packOldHome } from './old-home.ts';
import { type SubmitFate, serveOldSandbox } from './old-service.ts';
import { type TypedLine, typedLines } from './typed-lines.ts';
import { localPicture } from './typed-manifests.ts';

const repository = resolve(import.meta.dirname, '../..');
const shiftedDate = join(repository, 'test/system/fixtures/shifted-date.cjs');
const baseUrl = `http://127.0.0.1:${oldPorts.api}`;
/** Each line is typed some seconds after the one before. */
const betweenMs = 7_000;

const [commit = ''] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), 'genctl-commit-'));
const tree = join(scratch, 'tree');
const root = join(scratch, 'root');

const folders: OldFolders = {
  genctl: join(root, 'genctl'),
  work: join(root, 'work'),
  service: join(root, 'service'),
};

/** How far the clock of the typed lines and of the service is ahead of this machine's. */
let shiftMs = Number.NEGATIVE_INFINITY;
const nowMs = (): number => Date.now() + shiftMs;

/** Builds the commit in a work tree of its own. */
function build(): void {
  execFileSync('git', ['worktree', 'add', '--detach', tree, commit], { cwd: repository, stdio: 'ignore' });
  symlinkSync(join(repository, 'node_modules'), join(tree, 'node_modules'));
  execFileSync('npm', ['run', 'build', '--silent'], { cwd: tree, stdio: 'inherit' });
}

interface Run {
  line: TypedLine;
  submits: number;
  kill: () => void;
}
let run: Run | undefined;

/** Kills the run that a line plans to be killed, at its submit. */
function fateOfSubmit(): SubmitFate {
  const planned = run?.line.killed;
  if (run === undefined || planned === undefined) return 'answered';
  run.submits += 1;
  if (run.submits !== planned.atSubmit) return 'answered';
  run.kill();
  return planned.isTaken ? 'answer lost' : 'request lost';
}

async function type(line: TypedLine): Promise<void> {
  shiftMs = Math.max(Date.parse(line.at), nowMs() + betweenMs) - Date.now();
  for (const [name, text] of Object.entries(line.files ?? {})) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const { work } = folders;
  const words = line.words.map((word) => word.replaceAll('$WORK', work).replaceAll('$BASE_URL', baseUrl));
  const isOfProfile = words.includes('--profile') || words.includes('--sandbox');
  const child = spawn(process.execPath, [join(tree, 'bin/genctl.js'), ...words], {
    cwd: work,
    env: {
      PATH: process.env.PATH,
      HOME: join(scratch, 'user'),
      GENCTL_HOME: folders.genctl,
      ...(isOfProfile ? {} : { GENCTL_BASE_URL: baseUrl, GENCTL_API_KEY: oldKey }),
      GENCTL_SANDBOX_SPEED: 'instant',
      NODE_DISABLE_COMPILE_CACHE: '1',
      NODE_OPTIONS: `--require ${shiftedDate}`,
      DATE_SHIFT_MS: String(shiftMs),
    },
    stdio: 'pipe',
  });
  run = { line, submits: 0, kill: () => child.kill('SIGKILL') };
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      said += piece.toString();
    });
  child.stdin.end(line.stdin ?? '');
  const code = await new Promise<number | null>((done) => child.once('close', done));
  const wanted: readonly (number | null)[] = line.killed === undefined ? (line.exits ?? [0]) : [null];
  process.stdout.write(`genctl ${words.join(' ').slice(0, 120)} → ${code ?? 'killed'}\n`);
  if (!wanted.includes(code)) throw new Error(`it should have ended with ${wanted}:\n${said}`);
}

/** What a look renders again, what a kill left half done, and locks of processes that are gone. */
const isLeftOut = (path: string): boolean => /\/media\/|\.(tmp|lock)$/.test(path);

try {
  build();
  mkdirSync(folders.work, { recursive: true });
  writeFileSync(join(folders.work, localPicture), markedFile('png', 'hero'));
  const service = await serveOldSandbox({
    tree,
    folder: folders.service,
    nowMs,
    speed: () => (run?.line.isSlow ? 0.01 : 'instant'),
    onSubmit: fateOfSubmit,
  });
  for (const line of typedLines) await type(line);
  service.close();
  packOldHome(
    { commit, writtenAt: new Date(nowMs()).toISOString(), submits: service.submits },
    folders,
    isLeftOut,
  );
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', tree], { cwd: repository });
  rmSync(scratch, { recursive: true, force: true });
}
