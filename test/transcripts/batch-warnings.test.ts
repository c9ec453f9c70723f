import { describe, expect, it } from 'vitest';
import { jobsIn, withManifest } from './fixtures/manifest.ts';

describe('a column of a manifest that is nearly a word of a request', () => {
  const clips = [
    { id: 's1', prompt: 'a fox', length: 8 },
    { id: 's2', prompt: 'a tram', length: 12 },
  ];
  const told = 'column "length" has no effect; is it "duration"?';

  it('is refused before anything is sent, all such columns at once', async () => {
    const { batch, home } = withManifest([...clips, { id: 's3', prompt: 'a boat', 'Ratio ': 1, sede: 4 }]);
    const ended = await batch();
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/2 columns .*nothing was sent/);
    expect(ended.stderr.split(/column "length" has no effect/i)).toHaveLength(2);
    expect(ended.stderr).toContain('olumn "sede" has no effect; is it "seed"?');
    expect(ended.stderr).toContain('_length');
    expect(jobsIn(home)).toBe(0);
    expect((await batch('--dry-run', '--skip-invalid')).code).toBe(2);
  });

  it('is only told where nothing is left to be sent', async () => {
    const { batch, write } = withManifest([{ id: 's1', prompt: 'a fox', _length: 8 }]);
    expect((await batch()).code).toBe(0);
    write([{ id: 's1', prompt: 'a fox', length: 8 }]);
    const again = await batch();
    expect(again.code).toBe(0);
    expect(again.stderr).toContain(told);
  });

  it('is a free word where the prompt of any line, or a name, has it in braces', async () => {
    const { batch, write } = withManifest([...clips, { id: 's3', prompt: 'a {length} m wall', length: 3 }]);
    const inPrompt = await batch('--dry-run');
    expect(inPrompt.code, inPrompt.stderr).toBe(0);
    expect(inPrompt.stderr).not.toContain('has no effect');
    write(clips);
    const inName = await batch('--dry-run', '--name', '{shot}-{length}.{ext}');
    expect(inName.stderr).not.toContain('has no effect');
    const fieldOfNames = await batch('--dry-run', '--name', '{shot}-{n}.{ext}');
    expect(fieldOfNames.code).toBe(2);
    expect(fieldOfNames.stderr.toLowerCase()).toContain(told);
  });
});
