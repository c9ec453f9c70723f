import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newHome } from './genctl.ts';

const apis: [string, string[]][] = [
  ['v2', []],
  ['v1', ['--api', 'v1']],
];

describe.each(apis)('the words and the seed of a final on %s', (_, flags) => {
  const asked = ['a red fox', '--seed', '7', '--duration', '4', '--ratio', '9:16', ...flags];

  async function withFinal() {
    const { home, run } = newHome();
    await run(['draft', ...asked, '--ref-image', 'https://example.com/den.png', '--sandbox', '-w', '-q']);
    const named = ['-D', 'out', '--name', '{seed}-{n}.{ext}', '--output-format', 'mov', '-q'];
    const final = await run(['finalize', '@last', ...named]);
    expect(final.code, final.stderr).toBe(0);
    return { home, run, path: final.stdout.trim() };
  }

  it('are its draft’s: in the list, where it is shown, in its file’s name and beside it', async () => {
    const { run, path } = await withFinal();
    expect(path).toMatch(/[/\\]7-1\.mov$/);
    expect(JSON.parse(readFileSync(`${path}.json`, 'utf8'))).toMatchObject({
      prompt: 'a red fox',
      seed: 7,
      request: { model: 'vendor-b/video-2.5' },
    });
    for (const words of [['jobs', '--limit', '1'], ['jobs'], ['status', '@last', '@2']])
      expect((await run(words)).stdout.split('\n')[0], words.join(' ')).toContain('a red fox');
    const shown = (await run(['show', '@last'])).stdout;
    expect(shown).toMatch(/prompt\s+a red fox/);
    expect(shown).toContain('den.png');
    for (const option of ['seed 7', 'duration 4', 'ratio 9:16', 'output_format mov'])
      expect(shown).toContain(option);
    expect(shown).not.toContain('draft true');
  });

  it('are not in the request, which is what was sent, and are gone with the draft’s record', async () => {
    const { home, run } = await withFinal();
    const { draft_of: id, request } = JSON.parse((await run(['show', '@last', '--json'])).stdout);
    expect(JSON.stringify(request)).not.toContain('fox');
    const month = readdirSync(join(home, 'genctl', 'ledger', 'done'))[0] ?? '';
    writeFileSync(join(home, 'genctl', 'ledger', 'done', month, `${id}.json`), '{"schema":99}');
    const shown = await run(['show', '@last']);
    expect([shown.code, shown.stderr]).toEqual([0, '']);
    expect(shown.stdout).not.toContain('fox');
    expect((await run(['download', '@last', '-D', 'again', '-q'])).code).toBe(0);
  });
});
