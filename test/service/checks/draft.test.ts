import { describe, expect, it } from 'vitest';
import type { DraftFact } from '../../../src/service/body/submit-subject.ts';
import { draftTask, flatBody, line20, onlyFinding, outline, videoBody, words } from '../submit-bodies.ts';

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
      'advice draft-resent input.generate_audio',
      'advice draft-resent input.seed',
    ]);
  });
});

/** @see service document §3, on v1 */
describe.each(['tasks', 'spicy'] as const)('a draft on %s', (route) => {
  const model = route === 'spicy' ? 'spicy/video-2-5' : 'vendor-b/video-2.5';
  const of = (fields: Record<string, unknown>) => outline(flatBody(fields, model), { route });

  it('is 480p and nothing else', () => {
    expect(of({ draft: true })).toEqual([]);
    expect(of({ draft: true, resolution: '480p' })).toEqual([]);
    for (const resolution of ['720p', '1080p', '4K', '', null])
      expect(of({ draft: true, resolution })).toEqual(['service draft-resolution resolution']);
    expect(of({ draft: false, resolution: '720p' })).toEqual([]);
  });

  it('does not exist on the 2.0 line', () => {
    const other = route === 'spicy' ? 'spicy/video-2-0' : line20;
    expect(outline(flatBody({ draft: true }, other), { route })).toEqual([
      'generator draft-unsupported draft',
    ]);
    expect(outline(flatBody({ content: [draftTask], resolution: '1080p' }, other), { route })).toEqual([
      'generator draft-unsupported content[0]',
    ]);
  });
});

describe.each(['tasks', 'spicy'] as const)('a final on %s', (route) => {
  const model = route === 'spicy' ? 'spicy/video-2-5' : 'vendor-b/video-2.5';
  const body = (fields: Record<string, unknown> = {}) =>
    flatBody({ content: [draftTask], resolution: '1080p', ...fields }, model);
  const of = (fields: Record<string, unknown>, fact?: DraftFact) =>
    outline(body(fields), { route, ...knowing(fact) });
  const id = 'content[0].draft_task.id';

  it('says that it is 1080p: of another tier, or of none, the generator complains', () => {
    expect(of({})).toEqual([]);
    for (const resolution of ['480p', '720p', undefined])
      expect(of({ resolution })).toEqual(['generator draft-resolution resolution']);
    for (const resolution of ['4K', 1080])
      expect(of({ resolution })).toEqual(['service draft-resolution resolution']);
    const without = flatBody({ content: [draftTask] }, model);
    expect(onlyFinding(without, { route })).toMatchObject({
      enforcedBy: 'generator',
      message: 'resolution is missing; on v1 a final says 1080p',
      fix: 'set resolution to "1080p"',
    });
  });

  it('has no draft flag', () => {
    expect(of({ draft: true })).toEqual(['service draft-and-final draft']);
  });

  it.each(['cgt-2026', 'job_1'])('may name its draft by the id of a task or of a job: %s', (draftId) => {
    expect(of({ content: [{ type: 'draft_task', draft_task: { id: draftId } }] })).toEqual([]);
  });

  it.each([{ id: '' }, { id: 7 }, {}])('names a draft, not %j', (draft_task) => {
    expect(of({ content: [{ type: 'draft_task', draft_task }] })).toEqual([`service draft-reference ${id}`]);
  });

  it.each([
    ['usable', []],
    ['unknown-job', [`service draft-reference ${id}`]],
    ['not-a-draft', [`service draft-reference ${id}`]],
    ['not-succeeded', [`service draft-reference ${id}`]],
    ['past-record', [`service draft-validity ${id}`]],
    ['past-validity', [`generator draft-validity ${id}`]],
  ] as const)('of a draft that is %s: %j', (fact, found) => {
    expect(of({}, fact)).toEqual(found);
  });

  it('needs a new draft where the record of the old one is gone', () => {
    const found = onlyFinding(body(), { route, ...knowing('past-record') });
    expect(found.message).toContain('billing record');
    expect(found.fix).toContain('new draft');
  });

  it('has what is sent again pointed out', () => {
    expect(of({ duration: 8 })).toEqual(['advice draft-resent duration']);
  });
});
