import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { galleryPicture } from './page-screen.ts';
import { screenSvg } from './screen-svg.ts';

/** Something to be seen: what is typed, and what the screen shows when the picture is taken. */
interface Scene {
  name: string;
  title: string;
  columns: number;
  rows: number;
  /** Files in the working folder, by their names. */
  files?: Readonly<Record<string, string>>;
  /** Run before, unseen; their jobs are over at once, unless they shall still run. */
  before?: readonly string[];
  stillRunning?: boolean;
  /** Typed one after another, each once the screen shows what the one before ends with. */
  typed: readonly { line?: string; keys?: readonly string[]; until: RegExp }[];
  speed?: string;
}

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'docs/screens');
const looksMost = 300;

const clip = 'genctl submit "a red fox in snow" -m vendor-b/video-2.5 --seed 42 -D out --sandbox';
/** Five hundred shots, two of which fail before the picture is taken. */
const shots = Array.from({ length: 500 }, (_, at) => {
  const scenario = at === 60 ? 'sandbox:provider_failed ' : at === 137 ? 'sandbox:provider_rejected ' : '';
  const id = `s${String(at + 1).padStart(3, '0')}`;
  return JSON.stringify({ id, prompt: `${scenario}a red fox in snow`, 'set.size': '256x128' });
});
const scenes: readonly Scene[] = [
  {
    name: 'submit',
    title: 'A job from its prompt to its file',
    columns: 100,
    rows: 6,
    typed: [{ line: clip, until: /\.mp4 \(.*\)\n\$ *$/ }],
  },
  {
    name: 'wait',
    title: 'One line sums up what is waited for',
    columns: 100,
    rows: 12,
    before: [1, 2, 3].map((take) => `submit "take ${take}" -m vendor-b/video-2.5 --sandbox`),
    typed: [{ line: 'genctl wait --all', until: /\d of 3 done|\d (running|queued).*\d+s/ }],
    stillRunning: true,
    speed: '0.3',
  },
  {
    name: 'pick',
    title: 'Takes side by side, what is ticked, and what its finals cost',
    columns: 118,
    rows: 44,
    before: [
      'draft "a red fox in snow" --takes 2 -w --sandbox',
      'finalize @last -w --sandbox',
      'finalize @3 -w --sandbox',
    ],
    typed: [
      {
        line: 'genctl draft "a red fox in snow" --takes 3 --pick -D out --sandbox',
        until: /Enter finalizes/,
      },
      { keys: ['Space', 'Down', 'Down', 'Space'], until: /→ ✓ take 3[\s\S]*about/ },
    ],
    speed: '8',
  },
  {
    name: 'batch',
    title: 'Five hundred shots: two lines stand still, failures go up above them',
    columns: 100,
    rows: 12,
    files: { 'shots.jsonl': `${shots.join('\n')}\n` },
    typed: [
      {
        line: 'genctl batch shots.jsonl -m vendor-a/image-1 -D out --in-flight 25 --sandbox > files.txt',
        until: /2\d\d\/500 done · 2 failed · \d+ running[\s\S]*left/,
      },
    ],
    speed: '3',
  },
  {
    name: 'compose',
    title: 'A request put together by answering questions',
    columns: 100,
    rows: 34,
    typed: [
      { line: 'genctl compose -m vendor-b/video-2.5 --sandbox', until: /Prompt/i },
      {
        line: 'a red fox trots through fresh snow',
        until: /snow[\s\S]*\n[\s\S]*(Nothing|more|add|Which|What)/i,
      },
    ],
    speed: 'instant',
  },
  {
    name: 'preflight',
    title: 'Everything that is wrong, before anything is paid for',
    columns: 100,
    rows: 24,
    typed: [
      {
        line: 'genctl submit "a fox" -m vendor-b/video-2.5 --duration 45 --resolution 4k --count 2 --sandbox',
        until: /--no-preflight[^$]*\$ *$/,
      },
    ],
  },
  {
    name: 'model',
    title: 'What a model takes',
    columns: 110,
    rows: 34,
    before: [
      'submit "a red fox" -m vendor-b/video-2.5 --resolution 480p --duration 4 --sandbox --wait',
      'submit "a red fox" -m vendor-b/video-2.5 --sandbox --wait',
    ],
    typed: [{ line: 'genctl models vendor-b/video-2.5 --sandbox', until: /--skeleton[\s\S]*\$ *$/ }],
  },
  {
    name: 'jobs',
    title: 'What was made, and what it cost',
    columns: 110,
    rows: 24,
    before: [
      'submit "a lighthouse at dusk" -m vendor-a/image-1 -w --sandbox',
      'submit "sandbox:provider_failed a storm" -m vendor-b/video-2.5 -w --sandbox',
      'draft "狐狸在雪地里奔跑" -w --sandbox',
      'submit "a tram in the rain" -m spicy/video-2-5 -w --sandbox',
    ],
    typed: [
      { line: 'genctl jobs', until: /lighthouse[\s\S]*\$ *$/ },
      { line: 'genctl costs --by model', until: /vendor-a\/image-1[\s\S]*total[\s\S]*\$ *$/i },
    ],
    speed: 'instant',
  },
];

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
