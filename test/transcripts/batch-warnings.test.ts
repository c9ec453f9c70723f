import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jobsIn, manifestModel, withManifest } from './fixtures/manifest.ts';

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

  it('is refused in a table and on stdin, and told beside lines that are at fault', async () => {
    const { home, run } = withManifest([]);
    writeFileSync(join(home, 'shots.csv'), 'id,prompt,length\ns1,a fox,10\n');
    const table = await run(['batch', 'shots.csv', ...manifestModel]);
    expect([table.code, jobsIn(home)]).toEqual([2, 0]);
    const stdin = '{"id":"s1","prompt":"a fox","lenght":10}\n';
    const piped = await run(['batch', '-', '--batch', 'b', '--format', 'jsonl', ...manifestModel], { stdin });
    expect([piped.code, jobsIn(home)]).toEqual([2, 0]);
    writeFileSync(join(home, 'shots.csv'), 'id,promtp\ns1,a fox\n');
    const faulty = await run(['batch', 'shots.csv', ...manifestModel]);
    expect(faulty.stderr).toContain('is it "prompt"?');
    expect(faulty.stderr).toMatch(/1 of 1 line .*can't be sent|can’t be sent/);
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

describe('a column that another program would have', () => {
  it.each([
    ['len', 10, 'duration'],
    ['dur', '10 s', 'duration'],
    ['shot_duration', 10, 'duration'],
    ['params.duration', 10, 'set.duration'],
    ['#duration', 10, 'duration'],
    ['(duration)', 10, 'duration'],
    ['quality', '1080p', 'resolution'],
    ['videoRatio', '9:16', 'ratio'],
    ['no_audio', true, 'audio'],
    ['sound', 'no', 'audio'],
    ['model_id', 'vendor-b/video-2.0', 'model'],
    ['photo', 'https://example.com/a.png', 'ref_image'],
    ['ref-img', 'hero.PNG', 'ref_image'],
    ['start', 'https://example.com/a.png', 'first_frame'],
    ['clip', 'walk.mp4', 'ref_video'],
    ['audio_track', 'x.mp3', 'ref_audio'],
    ['cmd', 'draft', 'command'],
    ['is_draft', true, 'command'],
    ['options', { duration: 10 }, 'input'],
  ])('%s with %j is refused: is it "%s"?', async (name, value, column) => {
    const { batch, home } = withManifest([{ id: 's1', prompt: 'a fox', [name]: value }]);
    const ended = await batch();
    expect([ended.code, jobsIn(home)]).toEqual([2, 0]);
    expect(ended.stderr).toContain(`is it "${column}"?`);
  });

  it.each([
    ['budget', 1],
    ['dryRun', true],
    ['simulate', true],
    ['copies', 2],
  ])('%s is refused: no line has such a flag', async (name, value) => {
    const { batch, home } = withManifest([{ id: 's1', prompt: 'a fox', [name]: value }]);
    expect([(await batch()).code, jobsIn(home)]).toEqual([2, 0]);
  });

  it('is a free word beside a value that no request has there', async () => {
    const free = {
      quality: 'rough',
      sound: 'birds',
      photo: 'by Ann',
      clip: 'three',
      model_release: 'yes',
      seed_word: 'moss',
      options: 'x',
    };
    const more = { meta: { duration: 5 }, action: 'walks', word_count: 12, tier: 2, _dur: 10 };
    const { batch } = withManifest([{ id: 's1', prompt: 'a fox', ...free, ...more }]);
    const ended = await batch('--dry-run');
    expect([ended.code, ended.stderr.includes('has no effect')], ended.stderr).toEqual([0, false]);
  });
});

describe('a model of a line that the service does not list', () => {
  it.each([
    ['vendor-b/vide0-2.0', 'set model to vendor-b/video-2.0'],
    ['vendor-a/imag-1', 'set model to vendor-a/image-1'],
    ['vendor-b/video-26', '`genctl models` lists them'],
  ])('refuses %s where submit refuses it', async (model, mend) => {
    const { batch, run } = withManifest([{ id: 's1', prompt: 'a fox', model }]);
    const line = await batch('--dry-run');
    const alone = await run(['submit', '-m', model, 'a fox', '--sandbox', '--dry-run']);
    expect([line.code, alone.code]).toEqual([2, 2]);
    expect(line.stderr).toContain(mend);
  });
});
