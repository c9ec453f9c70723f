import { describe, expect, it } from 'vitest';
import type { DraftFact } from '../../src/rules/preflight.ts';
import { draftTask, line20, onlyFinding, outline, videoBody, words } from './submit-bodies.ts';

const final = (input: Record<string, unknown> = {}) => videoBody({ content: [draftTask], ...input });
const knowing = (fact: DraftFact | undefined) => ({ draft: () => fact });
const idPath = 'input.content[0].draft_task.id';

describe('a draft', () => {
  it('is 480p and nothing else', () => {
    expect(outline(videoBody({ draft: true, duration: 8 }))).toEqual([]);
    expect(outline(videoBody({ draft: true, resolution: '480p' }))).toEqual([]);
    expect(onlyFinding(videoBody({ draft: true, resolution: '720p' }))).toMatchObject({
      rule: 'draft-resolution',
      where: 'input.resolution',
      enforcedBy: 'service',
      message: 'resolution is "720p"; a draft is 480p and the service sets it',
      section: '§3',
    });
  });

  it('has its text checked at submit', () => {
    const content = [{ type: 'text', text: 'x'.repeat(100_001) }];
    expect(outline(videoBody({ content, draft: true }))).toEqual(['service text-length input.content']);
  });

  it('does not exist on other models', () => {
    expect(outline(videoBody({ content: [draftTask] }, line20))).toEqual([
      'generator draft-unsupported input.content[0]',
    ]);
    expect(outline(videoBody({ content: [draftTask] }, 'vendor-b/video-9'))).toEqual([
      'generator draft-unsupported input.content[0]',
    ]);
  });
});

describe('a final', () => {
  it('is 1080p and nothing else', () => {
    expect(outline(final())).toEqual([]);
    expect(outline(final({ resolution: '1080p' }))).toEqual([]);
    expect(onlyFinding(final({ resolution: '480p' })).message).toBe(
      'resolution is "480p"; a final is 1080p and the service sets it',
    );
  });

  it.each([
    ['unknown-job', 'service draft-reference'],
    ['not-a-draft', 'service draft-reference'],
    ['not-succeeded', 'service draft-reference'],
    ['past-validity', 'generator draft-validity'],
  ] as const)('cannot come of a draft that is %s', (fact, what) => {
    expect(outline(final(), knowing(fact))).toEqual([`${what} ${idPath}`]);
  });

  it('may come of a usable draft, or of one of which nothing is known', () => {
    expect(outline(final(), knowing('usable'))).toEqual([]);
    expect(outline(final(), knowing(undefined))).toEqual([]);
  });

  it('says how long a draft stays valid', () => {
    expect(onlyFinding(final(), knowing('past-validity')).message).toContain('older than 7 days');
  });

  it.each([{ id: 'cgt-2026' }, { id: '' }, { id: 7 }, {}])(
    'names a job of the service, not %j',
    (draft_task) => {
      const content = [{ type: 'draft_task', draft_task }];
      expect(outline(videoBody({ content }))).toEqual([`service draft-reference ${idPath}`]);
    },
  );

  it('names one draft, and is not itself one', () => {
    expect(onlyFinding(final({ content: [draftTask, draftTask] }))).toMatchObject({
      where: 'input.content[1]',
      enforcedBy: 'service',
      message: 'input.content has 2 draft_task parts; a final has 1',
    });
    expect(outline(final({ draft: true }))).toEqual(['service draft-and-final input.draft']);
    expect(outline(final({ draft: false }))).toEqual([]);
  });

  it('has what is sent again pointed out, field by field', () => {
    const body = final({
      content: [draftTask, words],
      duration: 8,
      ratio: '1:1',
      seed: 1,
      generate_audio: true,
    });
    expect(outline(body)).toEqual([
      'advice draft-resent input.content[1]',
      'advice draft-resent input.duration',
      'advice draft-resent input.ratio',
      'advice draft-resent input.seed',
      'advice draft-resent input.generate_audio',
    ]);
  });
});
