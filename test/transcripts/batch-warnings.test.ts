import { describe, expect, it } from 'vitest';
import { documentOf, jobsIn, withManifest } from './fixtures/manifest.ts';

describe('a column of a manifest that is nearly a word of a request', () => {
  const clips = [
    { id: 's1', prompt: 'a fox', length: 8 },
    { id: 's2', prompt: 'a tram', length: 12 },
  ];
  const told = 'column "length" is used nowhere; is it "duration"?';

  it('is told once for the whole manifest, and refuses nothing', async () => {
    const { batch } = withManifest(clips);
    const ended = await batch('--dry-run');
    expect(ended.code).toBe(0);
    expect(ended.stderr.split(told)).toHaveLength(2);
    const asJson = await batch('--dry-run', '--json');
    expect(documentOf(asJson)).toMatchObject({ checked: { new: 2 }, warnings: [told] });
  });

  it('refuses with --strict, before anything is sent', async () => {
    const { batch, home } = withManifest(clips);
    const ended = await batch('--strict');
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/1 column without an effect; nothing was sent/);
    expect(ended.stderr.split(/column "length" is used nowhere/i)).toHaveLength(2);
    expect(jobsIn(home)).toBe(0);
  });

  it('is a free word where the prompt of any line, or a name, has it in braces', async () => {
    const { batch, write } = withManifest([...clips, { id: 's3', prompt: 'a {length} m wall', length: 3 }]);
    const inPrompt = await batch('--dry-run', '--strict');
    expect(inPrompt.code, inPrompt.stderr).toBe(0);
    expect(inPrompt.stderr).not.toContain('used nowhere');
    write(clips);
    const inName = await batch('--dry-run', '--name', '{shot}-{length}.{ext}');
    expect(inName.stderr).not.toContain('used nowhere');
    const fieldOfNames = await batch('--dry-run', '--name', '{shot}-{n}.{ext}');
    expect(fieldOfNames.stderr).toContain(told);
  });
});

describe('a model of a line that the service does not list', () => {
  it('is warned of with the model that was probably meant', async () => {
    const { batch } = withManifest([{ id: 's1', prompt: 'a fox', model: 'vendor-a/imag-1' }]);
    const ended = await batch('--dry-run');
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain('the service lists now; is it vendor-a/image-1?');
  });

  it('refuses where submit refuses it: no family of models has the id', async () => {
    const model = 'vendor-b/vide0-2.0';
    const { batch, run } = withManifest([{ id: 's1', prompt: 'a fox', model }]);
    const line = await batch('--dry-run');
    const alone = await run(['submit', '-m', model, 'a fox', '--sandbox', '--dry-run']);
    expect([line.code, alone.code]).toEqual([2, 2]);
    expect(line.stderr).toContain('set model to vendor-b/video-2.0');
  });
});
