// Thousands of requests that chance makes, each judged by the whole service.
import { expect, it } from 'vitest';
import { createChance } from '../../src/media/drawing/chance.ts';
import { reach } from '../sample.ts';
import { clip, picture, service } from './fixtures/service.ts';
import { drawing, part, paths, spicy, task } from './fixtures/v1.ts';

/** Values that a field may be given in place of its own. */
const values: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 3, 1e21, '', 'a fox', '16:9', '720p', 'off', 'https://a.example/a.png'],
  ...[[], [1], {}, { a: 1 }, [{ type: 'text', text: 'a' }], { url: 'https://a.example/a.mp4' }],
];

const begins: readonly (readonly [path: string, body: object])[] = [
  ['/v2/jobs', picture],
  ['/v2/jobs', clip({ resolution: '720p', duration: 5 })],
  ['/v2/jobs', { ...picture, output: { count: 2 }, prompt_enhance: 'basic' }],
  [paths.tasks, task()],
  [paths.tasks, task({ omni_reference_task_type: 'remix', ratio: '1:1' })],
  [paths.images, { ...drawing, n: 2 }],
  [paths.spicy, { ...task(), model: 'spicy/video-2-5' }],
  [paths.refs, spicy([part.picture('fox')])],
];

/** A copy of a value in which one place, drawn by chance, is left out, changed or joined by another. */
function spoilt(value: unknown, chance: (bound: number) => number): unknown {
  const drawn = () => values[chance(values.length)];
  if (typeof value !== 'object' || value === null || chance(4) === 0) return drawn();
  const entries = Object.entries(value);
  const place = chance(entries.length + 1);
  if (place === entries.length)
    return Array.isArray(value) ? [...value, drawn()] : { ...value, extra: drawn() };
  const changed = entries.flatMap(([name, member], at) =>
    at !== place
      ? [[name, member] as const]
      : chance(4) === 0
        ? []
        : [[name, spoilt(member, chance)] as const],
  );
  return Array.isArray(value) ? changed.map(([, member]) => member) : Object.fromEntries(changed);
}

it('describes whatever is asked, and whatever is answered', async () => {
  const one = service({ limits: { inFlight: { every: 100_000 } } });
  const chance = createChance(['openapi', process.env.TEST_SEED ?? '']);
  const taken = new Map<string, number>();
  for (let count = reach(500, 10_000); count > 0; count -= 1) {
    const [path, begin] = begins[chance(begins.length)] ?? ['', {}];
    const body = spoilt(begin, chance);
    const asked = { method: 'POST', key: `sbx_${chance(50)}`, idempotencyKey: `${chance(5_000)}`, body };
    // The service of these tests holds each exchange to the document.
    const { status } = await one.ask(path, asked);
    if (status < 300) taken.set(path, (taken.get(path) ?? 0) + 1);
  }
  for (const [path] of begins) expect([path, taken.get(path) ?? 0]).not.toEqual([path, 0]);
}, 300_000);
