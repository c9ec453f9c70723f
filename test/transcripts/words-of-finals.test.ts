import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sample } from '../sample.ts';
import { errorOf, newHome } from './genctl.ts';

const apis: [string, string[]][] = [
  ['v2', []],
  ['v1', ['--api', 'v1']],
];

describe.each(sample(apis, () => 'an API', 2))('the words and the seed of a final on %s', (_, flags) => {
  const asked = ['a red fox', '--seed', '7', '--duration', '4', '--ratio', '9:16', ...flags];

  async function withFinal() {
    const { home, run } = newHome();
    await run(['draft', ...asked, '--ref-image', 'https://example.com/den.png', '--sandbox', '-w', '-q']);
    const named = ['-D', 'out', '--name', '{seed}-{n}.{ext}', '--output-format', 'mov', '-q'];
    const final = await run(['finalize', '@last', ...named]);
    expect(final.code, final.stderr).toBe(0);
    return { home, run, path: final.stdout.trim() };
  }

  it('are its draft’s: where it is listed and shown, in its file’s name, beside it and in the environment of a command', async () => {
    const { home, run, path } = await withFinal();
    expect(path).toMatch(/[/\\]7-1\.mov$/);
    expect(JSON.parse(readFileSync(`${path}.json`, 'utf8'))).toMatchObject({
      prompt: 'a red fox',
      seed: 7,
      request: { model: 'vendor-b/video-2.5' },
      rendered: expect.anything(),
    });
    for (const words of [['jobs', '--limit', '1'], ['jobs'], ['status', '@last', '@2']])
      expect((await run(words)).stdout.split('\n')[0], words.join(' ')).toContain('a red fox');
    const shown = (await run(['show', '@last'])).stdout;
    expect(shown).toMatch(/prompt\s+a red fox/);
    expect(shown).toContain('den.png');
    for (const option of ['seed 7', 'duration 4', 'ratio 9:16', 'output_format mov'])
      expect(shown).toContain(option);
    expect(shown).not.toContain('draft true');
    for (const words of [
      ['jobs', '--json'],
      ['status', '@last', '--json'],
      ['show', '@last', '--json'],
    ]) {
      const printed = JSON.parse((await run(words)).stdout);
      const final = printed.items?.[0] ?? printed;
      expect(final, words.join(' ')).toMatchObject({ prompt: 'a red fox', seed: 7 });
      expect(JSON.stringify(final.rendered)).toContain('den.png');
      expect(printed.items?.[1]?.rendered ?? null).toBeNull();
    }
    const said = 'printf "%s %s" "$GENCTL_PROMPT" "$GENCTL_SEED" > said';
    expect((await run(['wait', '@last', '--exec', said, '-q'])).code).toBe(0);
    expect(readFileSync(join(home, 'said'), 'utf8')).toBe('a red fox 7');
  });

  it('are refused where a flag would change them: the same film would be paid for again', async () => {
    const { home, run } = await withFinal();
    const count = (await run(['jobs', '-q'])).stdout;
    for (const words of [
      ['--seed', '8'],
      ['--prompt', 'a hare', '--duration', '5'],
      ['--ratio', '16:9'],
      ['--no-audio'],
      ['--ref-image', 'https://example.com/a.png'],
      ['--set', 'seed=8'],
      ['--takes', '2'],
      ['--vary', 'seed=1,2'],
    ]) {
      const refused = await run(['rerun', '@last', ...words]);
      expect([words, refused.code, refused.stdout]).toEqual([words, 2, '']);
      expect(refused.stderr).toContain('change a final');
    }
    const seeded = await run(['rerun', '@last', '--seed', '8', '--json']);
    expect(errorOf(seeded).code).toBe('flag_not_of_final');
    for (const [words, said] of [
      [['--takes', '2'], '--takes'],
      [['--vary', 'seed=1,2'], '--vary seed'],
      [['--duration', '5', '--vary', 'set.seed=1,2'], '--duration and --vary set.seed'],
    ] as const) {
      const several = errorOf(await run(['rerun', '@last', ...words, '--json']));
      expect(several.message).toMatch(new RegExp(`^${said} can't change a final`));
      expect(several.hint).toContain(`leave ${said} out`);
      expect(`${several.message} ${several.hint}`).not.toContain('--seed');
    }
    const set = await run(['finalize', '@2', '--set', 'seed=8', '--yes']);
    expect([set.code, set.stdout]).toEqual([2, '']);
    const draft = (await run(['show', '@2', '-q'])).stdout.trim();
    const line = { id: 's1', command: 'finalize', draft, 'set.seed': 8 };
    writeFileSync(join(home, 'finals.jsonl'), JSON.stringify(line));
    expect((await run(['batch', 'finals.jsonl', '--sandbox'])).code).toBe(2);
    expect((await run(['jobs', '-q'])).stdout).toBe(count);
    const other = await run(['rerun', '@last', '--output-format', 'mp4', '--json']);
    expect(other.code, other.stderr).toBe(0);
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
