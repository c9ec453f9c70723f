// From a fresh clone to two files, with nothing but Node: `npm run quickstart`. Plain JavaScript, for it runs before anything is
// installed. The conversation is on stderr; stdout is the two paths.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const folder = 'out';

/** Runs a program to its end, and gives what it wrote to stdout. Its failure is this script's. */
async function run(program, words, { stderr = 'inherit', shell = false } = {}) {
  const child = spawn(program, words, { cwd: root, stdio: ['inherit', 'pipe', stderr], shell });
  let stdout = '';
  let unshown = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    unshown += text;
  });
  const [code, signal] = await once(child, 'close');
  if (code === 0) return stdout.trim();
  process.stderr.write(`${stdout}${unshown}`);
  process.stderr.write(`✗ ${[program, ...words].join(' ')} ended ${code ?? signal}\n`);
  process.exit(code ?? 1);
}

/** npm talks of funding and of newer versions of itself: it is heard where it fails. */
function npm(...words) {
  return run('npm', words, { stderr: 'pipe', shell: process.platform === 'win32' });
}

/** Says what is under way and for how long, in a line that moves on a terminal. */
async function step(what, work) {
  const { stderr } = process;
  const began = performance.now();
  const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`;
  if (!stderr.isTTY) stderr.write(`${what}…\n`);
  const ticking = stderr.isTTY ? setInterval(() => stderr.write(`\r${what}… ${seconds()}`), 200) : undefined;
  await work;
  clearInterval(ticking);
  stderr.write(`${stderr.isTTY ? '\r' : ''}${what}: done in ${seconds()}\n`);
}

/** Shows the line as it would be typed, and runs it. */
function genctl(...words) {
  const shown = words.map((word) => (word.includes(' ') ? `"${word}"` : word));
  process.stderr.write(`$ genctl ${shown.join(' ')}\n`);
  return run(process.execPath, [join(root, 'bin/genctl.js'), ...words]);
}

await step('Installing packages with npm ci', npm('ci', '--no-audit', '--no-fund'));
await step('Building genctl', npm('run', 'build', '--silent'));

const image = await genctl(
  ...['submit', 'a red fox in fresh snow, morning light', '--model', 'vendor-a/image-1'],
  ...['--set', 'size=1024x1024', '--seed', '7', '--sandbox', '--quiet'],
);
const video = await genctl(
  ...['submit', 'a red fox trots through fresh snow', '--model', 'vendor-b/video-2.5'],
  ...['--duration', '5', '--ratio', '16:9', '--seed', '42', '--sandbox', '--quiet'],
);
const paths = await genctl('wait', image, video, '--dir', folder);
if (process.stderr.isTTY && process.stdout.isTTY)
  await genctl('download', image, '--dir', folder, '--preview');

process.stderr.write(`
Next: node bin/genctl.js                     asks for a request, step by step
      node bin/genctl.js jobs                what was made
      node bin/genctl.js submit "…" -m vendor-b/video-2.5 -D ${folder} --sandbox

`);
process.stdout.write(`${paths}\n`);
