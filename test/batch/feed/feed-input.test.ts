import { describe, expect, it } from 'vitest';
import { queueFault } from '../../../src/batch/feed/feed-input.ts';

const body = '{"model":"vendor-a/image-1","input":{"prompt":"a fox"}}';

describe('a request', () => {
  it('of v2 can go through a queue', () => {
    expect(queueFault({ route: 'jobs', body })).toBeUndefined();
  });

  it('of v1 can’t, for it has no key', () => {
    expect(queueFault({ route: 'tasks', body })).toMatchObject({ code: 'queue_needs_keys' });
  });

  it('with a file inside can’t, for it would fill the store', () => {
    const held = body.replace('a fox', 'a fox","image":"data:image/png;base64,AAAA');
    expect(queueFault({ route: 'jobs', body: held })).toMatchObject({ code: 'queue_holds_no_files' });
  });
});
