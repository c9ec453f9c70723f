import { execFileSync, spawnSync } from 'node:child_process';
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
const usualSpeed = '2';

await main(process.argv.slice(2));

/** Takes the pictures that are named, or all. */
async function main(names: readonly string[]): Promise<void> {
  const pictures: Readonly<Record<string, () => Promise<string>>> = {
    ...Object.fromEntries(scenes.map((scene) => [scene.name, () => takeScreen(scene)])),
    film: () => takePng('film', takeFilmStrip),
    sheet: () => takePng('sheet', takeSheet),
    gallery: () => takePng('gallery', galleryPicture),
  };
  const unknown = names.filter((name) => !Object.hasOwn(pictures, name));
  if (unknown.length > 0)
    throw new Error(
      `no picture is named ${unknown.join(' or ')}; there are ${Object.keys(pictures).join(', ')}`,
    );
  mkdirSync(folder, { recursive: true });
  for (const [name, take] of Object.entries(pictures))
    if (names.length === 0 || names.includes(name)) process.stdout.write(`docs/screens/${await take()}\n`);
}

async function takeScreen(scene: Scene): Promise<string> {
  const name = `${scene.name}.svg`;
  writeFileSync(join(folder, name), await takePicture(scene));
  return name;
}

async function takePng(picture: string, take: (path: string) => void | Promise<void>): Promise<string> {
  const name = `${picture}.png`;
  await take(join(folder, name));
  return name;
}

/** Three frames of the film that the first scene makes, side by side. */
function takeFilmStrip(path: string): void {
  withFilm((film) => {
    const frames = [0, 59, 119].map((frame) => `eq(n\\,${frame})`).join('+');
    const filter = `select=${frames},scale=420:-2,tile=3x1:padding=6:color=white`;
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', film, '-vf', filter, '-frames:v', '1', path]);
  });
}

/** The contact sheet of that film. */
function takeSheet(path: string): void {
  withFilm((film, genctl) => genctl(['show', film, '--sheet', path, '--overwrite']));
}

/** Has the film of the first scene made in a home of its own, and used there. */
function withFilm(use: (film: string, genctl: (words: readonly string[]) => string) => void): void {
  const home = mkdtempSync(join(tmpdir(), 'genctl-film-'));
  const env = { PATH: process.env.PATH, GENCTL_HOME: home, GENCTL_SANDBOX_SPEED: 'instant' };
  const genctl = (words: readonly string[]): string =>
    execFileSync(process.execPath, [join(root, 'bin/genctl.js'), ...words], { encoding: 'utf8', env }).trim();
  const words = ['submit', 'a red fox in snow', '-m', 'vendor-b/video-2.5', '--ratio', '16:9'];
  try {
    use(genctl([...words, '--seed', '42', '-D', home, '--quiet', '--sandbox']), genctl);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function takePicture(scene: Scene): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'genctl-screen-'));
  try {
    const environment = furnish(home, scene);
    prepare(environment, scene);
    return await screenOf(environment, scene);
  } finally {
    // A shell that was just ended may still write its history.
    await delay(300);
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** Makes a home with the files of a scene, in `film`, and gives the environment of what runs there. */
function furnish(home: string, { files = {} }: Scene): Record<'HOME' | 'PATH', string> {
  const bin = join(home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'genctl'), `#!/bin/sh\nexec '${process.execPath}' '${root}/bin/genctl.js' "$@"\n`, {
    mode: 0o755,
  });
  // A desktop that opens every file.
  writeFileSync(join(bin, 'xdg-open'), '#!/bin/sh\n', { mode: 0o755 });
  mkdirSync(filmOf(home));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(filmOf(home), name), text);
  mkdirSync(join(home, 'genctl'));
  // As after `genctl auth use sandbox`.
  writeFileSync(join(home, 'genctl/config.json'), JSON.stringify({ default_profile: 'sandbox' }));
  const environment = { GENCTL_HOME: join(home, 'genctl'), LANG: 'C.UTF-8' };
  return { ...environment, HOME: home, PATH: `${bin}:${process.env.PATH}` };
}

function filmOf(home: string): string {
  return join(home, 'film');
}

/** Runs what a scene has before it. Throws where a line does not end as it should. */
function prepare(
  environment: Record<'HOME' | 'PATH', string>,
  { before = [], speed = usualSpeed, stillRunning = false }: Scene,
): void {
  for (const step of before) {
    const { ends, line } = typeof step === 'string' ? { ends: 0, line: step } : step;
    const { error, status, stderr } = spawnSync('sh', ['-c', `genctl ${line}`], {
      cwd: filmOf(environment.HOME),
      encoding: 'utf8',
      env: { ...environment, GENCTL_SANDBOX_SPEED: stillRunning ? speed : 'instant' },
    });
    if (error !== undefined) throw error;
    if (status !== ends) throw new Error(`genctl ${line}\nended with ${status}, not ${ends}:\n${stderr}`);
  }
}

/** Types the lines of a scene in a terminal, and gives its screen. */
async function screenOf(
  environment: Record<'HOME' | 'PATH', string>,
  { columns, rows, speed = usualSpeed, title, typed }: Scene,
): Promise<string> {
  const home = environment.HOME;
  const socket = `genctl-screen-${process.pid}-${columns}-${rows}`;
  const tmux = (...words: string[]): string =>
    execFileSync('tmux', ['-L', socket, ...words], { encoding: 'utf8' });
  const variables = Object.entries({
    ...environment,
    GENCTL_SANDBOX_SPEED: speed,
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    PS1: '$ ',
  });
  const words = variables.map(([name, value]) => `${name}='${value}'`).join(' ');
  const shell = `cd '${filmOf(home)}' && exec env -i ${words} bash --norc --noprofile`;
  tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), shell);
  try {
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
  }
}

async function shows(screen: () => string, pattern: RegExp): Promise<void> {
  for (let look = 0; look < looksMost; look += 1) {
    if (pattern.test(screen().trimEnd())) return;
    await delay(100);
  }
  throw new Error(`the screen never showed ${pattern}:\n${screen()}`);
}
