import { describe, expect, it } from 'vitest';
import { fieldFlag, requestChanges } from '../../../src/request/difference/request-changes.ts';
import { digestText } from '../../../src/request/digest-text.ts';
import { shareableBody } from '../../../src/request/rules/left-out.ts';
import type { RequestRoute } from '../../../src/service/request-route.ts';

interface Given {
  route?: RequestRoute;
  marks?: Record<string, string>;
}

function changes(before: Record<string, unknown>, after: Record<string, unknown>, how: Given[] = []) {
  const [one = {}, other = {}] = how;
  return requestChanges(
    { route: 'jobs', body: before, ...one },
    { route: 'jobs', body: after, ...other },
    digestText,
  );
}

const image = (url: string) => ({ type: 'image_url', image_url: { url }, role: 'reference_image' });
const clip = (content: unknown[], options: Record<string, unknown> = {}) => ({
  model: 'vendor-b/video-2.5',
  input: { content, ...options },
});
const fox = { type: 'text', text: 'a fox' };

describe('what differs between two requests', () => {
  it('is nothing where they say the same, in whatever order', () => {
    expect(changes(clip([fox], { seed: 7, duration: 5 }), clip([fox], { duration: 5, seed: 7 }))).toEqual([]);
  });

  it('is told field by field, in the order of the first and then of the second', () => {
    const before = clip([fox, image('https://a.example/1.png')], { duration: 5, seed: 0 });
    const after = {
      ...clip([{ type: 'text', text: 'a cat' }, image('https://a.example/2.png')], {
        duration: 8,
        ratio: '1:1',
      }),
      output: { count: 2 },
    };
    expect(changes(before, after)).toEqual([
      { name: 'prompt', before: 'a fox', after: 'a cat' },
      { name: 'ref_image.1', before: 'https://a.example/1.png', after: 'https://a.example/2.png' },
      { name: 'duration', before: 5, after: 8 },
      { name: 'seed', before: 0, after: undefined },
      { name: 'count', before: undefined, after: 2 },
      { name: 'ratio', before: undefined, after: '1:1' },
    ]);
  });

  it('sees the same words in a prompt and in a content list, of v1 and of v2', () => {
    const flat = { model: 'vendor-b/video-2.5', content: [fox], duration: 5 };
    const nested = { model: 'vendor-b/video-2.5', input: { prompt: 'a fox', duration: 6 } };
    expect(changes(flat, nested, [{ route: 'tasks' }])).toEqual([{ name: 'duration', before: 5, after: 6 }]);
  });

  it('takes files of a batch for the same by their marks, and nothing else', () => {
    const [before, after] = [clip([fox, image('https://a/1')]), clip([fox, image('https://a/2')])];
    const marked = (mark: string): Given => ({ marks: { 'ref_image.1': mark } });
    expect(changes(before, after, [marked('0a'), marked('0a')])).toEqual([]);
    expect(changes(before, after, [marked('0a'), marked('0b')])).toHaveLength(1);
    expect(changes(before, after, [marked('0a')])).toHaveLength(1);
  });

  it('compares what a sidecar leaves out by what it keeps: a picture by its bytes, a link without its query', () => {
    const whole = clip([fox, image('data:image/png;base64,AAAA')], { seed: 1 });
    const { body } = shareableBody(whole, digestText);
    expect(changes(whole, body)).toEqual([]);
    const other = clip([fox, image('data:image/png;base64,BBBB')], { seed: 1 });
    expect(changes(other, body).map(({ name }) => name)).toEqual(['ref_image.1']);
  });
});

describe('the flag of a field', () => {
  it.each([
    ['duration', '--duration', '--duration'],
    ['generate_audio', '--audio', '--audio'],
    ['omni_reference_task_type', '--reference-task', '--reference-task'],
    ['prompt_enhance', '--prompt-enhance', '--prompt-enhance'],
    ['first_frame', '--first-frame', '--first-frame'],
    ['ref_image.2', '--ref-image', '--ref-image 2'],
    ['size', '--set', '--set size'],
    ['images.1', null, 'images.1'],
    ['output.format', null, 'output.format'],
    ['draft', null, 'draft'],
  ])('%s is %s', (name, flag, label) => expect(fieldFlag(name)).toEqual({ flag, label }));
});
