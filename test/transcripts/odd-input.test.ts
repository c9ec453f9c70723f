import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorOf, newHome } from './genctl.ts';

const sandboxed = ['-m', 'vendor-a/image-1', '--sandbox', '--json'];

describe('odd input', () => {
  const { home, run } = newHome();

  it('two flags that both read stdin are refused, and not one of them left empty', async () => {
    const ended = await run(['submit', '-p', '-', '--input', '-', ...sandboxed], { stdin: '{"size":"1x1"}' });
    expect(ended.code, ended.stderr).toBe(2);
    expect(errorOf(ended)).toMatchObject({ code: 'stdin_twice' });
  });

  it.each([
    ['@latin-1.txt', ''],
    ['-', Buffer.from([0x66, 0xe9])],
  ])(
    'a prompt that is not UTF-8 (%s) is refused, and not sent with its letters replaced',
    async (source, stdin) => {
      writeFileSync(join(home, 'latin-1.txt'), Buffer.from('caf\u00e9', 'latin1'));
      const ended = await run(['submit', '-p', source, ...sandboxed], { stdin });
      expect(ended.code, ended.stderr).toBe(2);
      expect(errorOf(ended)).toMatchObject({ code: 'file_unreadable', why: 'It is not text in UTF-8.' });
    },
  );

  it('a word that begins with @ and counts nothing is told how to count', async () => {
    const ended = await run(['status', '@last2']);
    expect(ended.code).toBe(11);
    expect(ended.stderr).toContain('@2');
  });

  it('a list that matches nothing does not say that there are no jobs', async () => {
    expect((await run(['jobs'])).stderr).toContain('No jobs yet');
    await run(['submit', 'fox', ...sandboxed]);
    const none = await run(['jobs', '--model', 'nope']);
    expect(none).toMatchObject({ code: 0, stdout: '' });
    expect(none.stderr).not.toContain('No jobs yet');
  });

  it('names the route of a job by the word that scripts use', async () => {
    const ended = await run(['submit', 'fox', ...sandboxed]);
    expect(JSON.parse(ended.stdout)).toMatchObject({ route: 'jobs' });
  });
});
