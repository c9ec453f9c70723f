import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { galleryPicture } from './page-screen.ts';
import { type Scene, scenes } from './scenes.ts';
import { screenSvg } from './screen-svg.ts';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'docs/screens');
const looksMost = 300;

await main(process.argv.slice(2));

/** Takes the pictures that are named, or all. */
async function main(names: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const scene of scenes) {
    if (names.length > 0 && !names.includes(scene.name)) continue;
    writeFileSync(join(folder, `${scene.name}.svg`), await takePicture(scene));
    process.stdout.write(`docs/screens/${scene.name}.svg\n`);
  }
  const pictures = { film: takeFilmStrip, gallery: galleryPicture };
  for (const [name, take] of Object.entries(pictures)) {
    if (names.length > 0 && !names.includes(name)) continue;
    await take(join(folder, `${name}.png`));
    process.stdout.write(`docs/screens/${name}.png\n`);
  }
}

/** Three frames of the film that the first scene makes, side by side. */
function takeFilmStrip(path: string): void {
  const home = mkdtempSync(join(tmpdir(), 'genctl-film-'));
  const env = { PATH: process.env.PATH, GENCTL_HOME: home, GENCTL_SANDBOX_SPEED: 'instant' };
  const words = ['submit', 'a red fox in snow', '-m', 'vendor-b/video-2.5', '--ratio', '16:9'];
  try {
    const film = execFileSync(
      process.execPath,
      [join(root, 'bin/genctl.js'), ...words, '--seed', '42', '-D', home, '--quiet', '--sandbox'],
      { encoding: 'utf8', env },
    ).trim();
    const frames = [0, 59, 119].map((frame) => `eq(n\\,${frame})`).join('+');
    const filter = `select=${frames},scale=420:-2,tile=3x1:padding=6:color=white`;
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', film, '-vf', filter, '-frames:v', '1', path]);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function takePicture({
  before = [],
  files = {},
  columns,
  rows,
  speed = '2',
  stillRunning = false,
  title,
  typed,
}: Scene): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'genctl-screen-'));
  const socket = `genctl-screen-${process.pid}-${columns}-${rows}`;
  const tmux = (...words: string[]): string =>
    execFileSync('tmux', ['-L', socket, ...words], { encoding: 'utf8' });
  const bin = join(home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'genctl'), `#!/bin/sh\nexec '${process.execPath}' '${root}/bin/genctl.js' "$@"\n`, {
    mode: 0o755,
  });
  // A desktop that opens every file.
  writeFileSync(join(bin, 'xdg-open'), '#!/bin/sh\n', { mode: 0o755 });
  const film = join(home, 'film');
  mkdirSync(film);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(film, name), text);
  const environment = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: home,
    GENCTL_HOME: join(home, 'genctl'),
    LANG: 'C.UTF-8',
  };
  try {
    for (const line of before) {
      // A job that fails is worth a picture, too.
      execFileSync('sh', ['-c', `genctl ${line} >/dev/null 2>&1 || true`], {
        cwd: film,
        env: { ...environment, GENCTL_SANDBOX_SPEED: stillRunning ? speed : 'instant' },
      });
    }
    const variables = Object.entries({
      ...environment,
      GENCTL_SANDBOX_SPEED: speed,
      TERM: 'xterm-256color',
      COLORTERM: 'truecolor',
      PS1: '$ ',
    });
    const words = variables.map(([name, value]) => `${name}='${value}'`).join(' ');
    const shell = `cd '${film}' && exec env -i ${words} bash --norc --noprofile`;
    tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), shell);
    await shows(() => tmux('capture-pane', '-p'), /\$ *$/);
    for (const { keys = [], line, until } of typed) {
      if (line !== undefined) {
        tmux('send-keys', '-l', line);
        tmux('send-keys', 'Enter');
      }
      for (const key of keys) tmux('send-keys', key);
      await shows(() => tmux('capture-pane', '-p'), until);
    }
    return screenSvg(tmux('capture-pane', '-e', '-p').replaceAll(home, '/home/me'), { columns, title });
  } finally {
    tmux('kill-server');
    // A shell that was just ended may still write its history.
    await delay(300);
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

async function shows(screen: () => string, pattern: RegExp): Promise<void> {
  for (let look = 0; look < looksMost; look += 1) {
    if (pattern.test(screen().trimEnd())) return;
    await delay(100);
  }
  throw new Error(`the screen never showed ${pattern}:\n${screen()}`);
}
