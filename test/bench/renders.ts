import { join } from 'node:path';
import { built, toldBy } from './built-script.ts';
import { isThere, type Usage, usageOf } from './measured.ts';
import { line, middle } from './table.ts';

const clips = [
  { name: '5 s of 720p', width: 1280, height: 720, seconds: 5, goal: '≤ 500' },
  { name: '30 s of 1080p', width: 1920, height: 1080, seconds: 30, goal: '≤ 1500' },
] as const;

/** What the sandbox takes to render a clip with its sound, beside ffmpeg with the quickest of its settings. */
export async function benchRenders(folder: string, rounds: number): Promise<void> {
  const heads = ['CPU ms', 'wall ms', 'goal (wall)', 'ffmpeg CPU', 'wall'];
  process.stdout.write(`\n${line('renders', ...heads)}`);
  const script = await built('render-clip');
  for (const { name, width, height, seconds, goal } of clips) {
    const path = join(folder, 'clip.mp4');
    const [ours, theirs]: [Usage[], Usage[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await toldBy(script, ...[width, height, seconds].map(String), path));
      if (isThere('ffmpeg')) theirs.push(await usageOf(byFfmpeg({ width, height, seconds, path })));
    }
    const cells = (usages: readonly Usage[]): string[] =>
      usages.length === 0
        ? []
        : (['cpuMs', 'wallMs'] as const).map((of) => middle(usages.map((usage) => usage[of])).toFixed(0));
    process.stdout.write(line(name, ...cells(ours), goal, ...cells(theirs)));
  }
}

interface Rendered {
  width: number;
  height: number;
  seconds: number;
  path: string;
}

function byFfmpeg({ width, height, seconds, path }: Rendered): readonly string[] {
  return [
    ...['ffmpeg', '-v', 'error', '-y', '-f', 'lavfi', '-i', `testsrc2=size=${width}x${height}:rate=24`],
    ...['-f', 'lavfi', '-i', 'sine', '-t', String(seconds), '-c:v', 'libx264', '-preset', 'ultrafast'],
    ...['-pix_fmt', 'yuv420p', '-c:a', 'aac', path],
  ];
}
