import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { picture } from '../request/references/fixtures/media-files.ts';
import { errorOf, newHome } from './genctl.ts';

const png = Buffer.from(picture());
const inline = ['submit', 'she walks', '-m', 'spicy/video-2-5', '--sandbox'];
const temporary = (home: string) =>
  readdirSync(home, { recursive: true }).filter((name) => String(name).endsWith('.tmp'));

describe('a picture on stdin', () => {
  it('is the first frame, or a reference, and is gone at the end', async () => {
    const { home, run } = newHome();
    const dry = await run([...inline, '--ref-image', '-', '--dry-run', '--json'], { stdin: png });
    expect(dry.code, dry.stderr).toBe(0);
    const [, part] = JSON.parse(dry.stdout).body.content;
    expect(part.image_url.url).toBe(`data:image/png;base64,${png.toString('base64')}`);
    const frame = ['submit', 'she walks', '-m', 'vendor-b/video-2.5', '--duration', '4', '--sandbox'];
    const sent = await run([...frame, '--first-frame', '-', '-w'], { stdin: png });
    expect(sent.code, sent.stderr).toBe(0);
    expect(temporary(home)).toEqual([]);
  });

  it('is refused where stdin is read twice, is empty, or is no picture: nothing is sent', async () => {
    const { run } = newHome();
    const twice = await run([...inline, '--first-frame', '-', '--last-frame', '-', '--json'], { stdin: png });
    expect(errorOf(twice)).toMatchObject({
      code: 'stdin_twice',
      message: '--first-frame and --last-frame both read stdin',
      hint: 'give one of them as a file: --last-frame FILE',
    });
    const prompt = ['submit', '-', '-m', 'spicy/video-2-5', '--sandbox', '--first-frame', '-', '--json'];
    expect(errorOf(await run(prompt, { stdin: png })).code).toBe('stdin_twice');
    const empty = await run([...inline, '--first-frame', '-'], { stdin: '' });
    expect(empty).toMatchObject({ code: 2, stdout: '' });
    expect(empty.stderr).toContain("--first-frame can't use -");
    const text = await run([...inline, '--first-frame', '-'], { stdin: 'no picture at all' });
    expect(text).toMatchObject({ code: 2, stdout: '' });
    expect((await run(['jobs', '-q'])).stdout).toBe('');
  });
});
