/** Something to be seen: what is typed, and what the screen shows when the picture is taken. */
export interface Scene {
  name: string;
  title: string;
  columns: number;
  rows: number;
  /** Files in the working folder, by their names. */
  files?: Readonly<Record<string, string>>;
  /** Run before, unseen, with what each ends with where that is not 0; their jobs are over at once, unless they shall still run. */
  before?: readonly (string | { line: string; ends: number })[];
  stillRunning?: boolean;
  /** Typed one after another, each once the screen shows what the one before ends with. */
  typed: readonly { line?: string; keys?: readonly string[]; until: RegExp }[];
  speed?: string;
}

const clip = 'genctl submit "a red fox in snow" -m vendor-b/video-2.5 --seed 42 -D out';
/** Five hundred shots, two of which fail before the picture is taken. */
const shots = Array.from({ length: 500 }, (_, at) => {
  const scenario = at === 60 ? 'sandbox:provider_failed ' : at === 137 ? 'sandbox:provider_rejected ' : '';
  const id = `s${String(at + 1).padStart(3, '0')}`;
  return JSON.stringify({ id, prompt: `${scenario}a red fox in snow`, 'set.size': '256x128' });
});

/** The pictures of docs/screens.md. */
export const scenes: readonly Scene[] = [
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
    before: [1, 2, 3].map((take) => `submit "take ${take}" -m vendor-b/video-2.5`),
    typed: [{ line: 'genctl wait --all', until: /\d of 3 done|\d (running|queued).*\d+s/ }],
    stillRunning: true,
    speed: '0.3',
  },
  {
    name: 'pick',
    title: 'Takes side by side, what is ticked, and what its finals cost',
    columns: 118,
    rows: 44,
    before: ['draft "a red fox in snow" --takes 2 -w', 'finalize @last -w', 'finalize @3 -w'],
    typed: [
      {
        line: 'genctl draft "a red fox in snow" --takes 3 --pick -D out',
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
        line: 'genctl batch shots.jsonl -m vendor-a/image-1 -D out --in-flight 25 --yes > files.txt',
        until: /2\d\d\/500 done · 2 failed · \d+ running[\s\S]*left/,
      },
    ],
    speed: '3',
  },
  {
    name: 'compose',
    title: 'A request put together by answering questions',
    columns: 100,
    rows: 40,
    typed: [
      { line: 'genctl compose -m vendor-b/video-2.5', until: /Prompt/i },
      {
        line: 'a red fox trots through fresh snow',
        until: /snow[\s\S]*add a reference picture/,
      },
      { keys: ['Enter'], until: /--duration/ },
      { keys: ['Down', 'Down', 'Enter'], until: /\? --duration/ },
      { line: '4', until: /--duration +4/ },
      { keys: ['Enter'], until: /Arrows choose/ },
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
        line: 'genctl submit "a fox" -m vendor-b/video-2.5 --duration 45 --resolution 4k --ratio 17:9',
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
      'submit "a red fox" -m vendor-b/video-2.5 --resolution 480p --duration 4 --wait',
      'submit "a red fox" -m vendor-b/video-2.5 --wait',
    ],
    typed: [{ line: 'genctl models vendor-b/video-2.5', until: /--skeleton[\s\S]*\$ *$/ }],
  },
  {
    name: 'jobs',
    title: 'What was made, and what it cost',
    columns: 110,
    rows: 24,
    before: [
      'submit "a lighthouse at dusk" -m vendor-a/image-1 -w',
      { line: 'submit "sandbox:provider_failed a storm" -m vendor-b/video-2.5 -w', ends: 5 },
      'draft "狐狸在雪地里奔跑" -w',
      'submit "a tram in the rain" -m spicy/video-2-5 -w',
    ],
    typed: [
      { line: 'genctl jobs', until: /lighthouse[\s\S]*\$ *$/ },
      { line: 'genctl costs --by model', until: /vendor-a\/image-1[\s\S]*total[\s\S]*\$ *$/i },
    ],
    speed: 'instant',
  },
  {
    name: 'watch',
    title: 'Jobs while they go on, those of other processes, too',
    columns: 100,
    rows: 12,
    before: [
      'submit "a lighthouse at dusk" -m vendor-a/image-1',
      ...[1, 2, 3].map((take) => `submit "take ${take} of a red fox in snow" -m vendor-b/video-2.5`),
    ],
    typed: [{ line: 'genctl jobs --watch', until: /running[\s\S]*succeeded[\s\S]*keep running/ }],
    stillRunning: true,
    speed: '0.3',
  },
  {
    name: 'diff',
    title: 'What a second try changed, and what became of it',
    columns: 100,
    rows: 12,
    before: [
      'submit "a red fox trots through fresh snow at dawn" -m vendor-b/video-2.5 --duration 5 -w',
      'rerun @last -p "an arctic fox trots through deep snow at dawn" --duration 8 --ref-image https://example.com/fox.png -w',
    ],
    typed: [{ line: 'genctl show @2 @last --diff', until: /result[\s\S]*\$ *$/ }],
    speed: 'instant',
  },
  {
    name: 'costs',
    title: 'What was charged, by day and by model',
    columns: 100,
    rows: 14,
    before: [
      ...[1, 2, 3].map((take) => `submit "take ${take}" -m vendor-b/video-2.5 -w`),
      'submit "a lighthouse at dusk" -m vendor-a/image-1 --count 4 -w',
      'draft "a red fox in snow" --takes 2 -w',
      'submit "a storm" -m vendor-a/video-1 -w',
    ],
    typed: [{ line: 'genctl costs', until: /total[\s\S]*\$ *$/ }],
    speed: 'instant',
  },
  {
    name: 'open',
    title: 'The files of a job, opened',
    columns: 100,
    rows: 10,
    before: [
      'submit "a lighthouse at dusk" -m vendor-a/image-1 --count 2 -D out',
      'submit "a red fox in snow" -m vendor-a/image-1 -w',
    ],
    typed: [
      { line: 'genctl show @2 --open', until: /-2\.png\n\$ *$/ },
      { line: 'genctl show @last --open', until: /--open[\s\S]*\$ *$/ },
    ],
    speed: 'instant',
  },
];
