import { describe, expect, it } from 'vitest';
import {
  clip,
  flatBody,
  line20,
  onlyFinding,
  outline,
  picture,
  pictureModel,
  videoBody,
  words,
} from '../submit-bodies.ts';

describe('flat options of the 2.5 tier', () => {
  it('lets every listed value through', () => {
    const options = {
      resolution: '1080p',
      duration: 30,
      ratio: '21:9',
      output_format: 'mov',
      generate_audio: false,
      bitrate_mode: 'high',
      watermark: true,
      seed: 0,
      draft: false,
    };
    expect(outline(videoBody(options))).toEqual([]);
    expect(outline(videoBody({ duration: -1 }))).toEqual([]);
    expect(outline(videoBody({ duration: 4 }))).toEqual([]);
  });

  it.each([
    [31, 'duration is 31 s; the 2.5 tier takes 4 to 30, or -1'],
    [3, 'duration is 3 s; the 2.5 tier takes 4 to 30, or -1'],
    [0, 'duration is 0 s; the 2.5 tier takes 4 to 30, or -1'],
    [7.5, 'duration is 7.5 s; the 2.5 tier takes 4 to 30, or -1, in whole seconds'],
    ['5', 'duration is "5"; the 2.5 tier takes 4 to 30, or -1, a number'],
  ])('says what a duration of %j should be', (duration, message) => {
    expect(onlyFinding(videoBody({ duration }))).toMatchObject({
      rule: 'duration',
      where: 'input.duration',
      enforcedBy: 'generator',
      message,
      fix: 'set duration to 4–30',
    });
  });

  it.each(['4K', '4k', '2k', 720, null])(
    'has the resolution %j refused by the service, with the tiers',
    (resolution) => {
      expect(onlyFinding(videoBody({ resolution }))).toMatchObject({
        rule: 'resolution',
        where: 'input.resolution',
        enforcedBy: 'service',
        fix: 'set resolution to 480p, 720p or 1080p',
      });
    },
  );

  it.each([
    ['ratio', '2:1', 'ratio'],
    ['output_format', 'webm', 'container-format'],
    ['bitrate_mode', 'low', 'bitrate-mode'],
    ['generate_audio', 'yes', 'option-type'],
    ['watermark', 1, 'option-type'],
    ['draft', 'true', 'option-type'],
    ['seed', 1.5, 'seed'],
  ])('has %s %j refused by the generator', (name, value, rule) => {
    expect(outline(videoBody({ [name]: value }))).toEqual([`generator ${rule} input.${name}`]);
  });
});

describe('flat options of the 2.0 line', () => {
  it('are known by their ceilings: length, container, drafts', () => {
    expect(onlyFinding(videoBody({ duration: 16 }, line20)).message).toBe(
      'duration is 16 s; the 2.0 line takes 4 to 15, or -1',
    );
    expect(outline(videoBody({ output_format: 'mov' }, line20))).toEqual([
      'generator container-format input.output_format',
    ]);
    expect(outline(videoBody({ draft: true }, line20))).toEqual(['generator draft-unsupported input.draft']);
    expect(outline(videoBody({ resolution: '4K' }, line20))).toEqual([]);
  });

  it('are only pointed out where the document shows no table', () => {
    const options = { resolution: '1440p', ratio: '2:1', output_format: 'webm' };
    expect(outline(videoBody(options, line20))).toEqual([
      'advice resolution input.resolution',
      'advice ratio input.ratio',
      'advice container-format input.output_format',
    ]);
  });
});

describe('options that do nothing here', () => {
  it('are not judged on families whose parameters are unknown', () => {
    expect(outline(videoBody({ duration: 99, ratio: 'x', draft: true }, 'vendor-b/video-9'))).toEqual([]);
    expect(outline({ model: pictureModel, input: { prompt: 'a', resolution: '9K' } })).toEqual([]);
  });

  it('include the closing still, which v2 never returns', () => {
    expect(onlyFinding(videoBody({ return_last_frame: true }))).toMatchObject({
      rule: 'last-frame-not-returned',
      where: 'input.return_last_frame',
      severity: 'warning',
      section: '§2.5',
    });
    expect(outline(videoBody({ return_last_frame: false }))).toEqual([]);
    for (const route of ['tasks', 'spicy'] as const)
      expect(outline(flatBody({ return_last_frame: true }), { route })).toEqual([]);
  });

  it('include a reference task without references: refused on the 2.5 tier, ignored elsewhere', () => {
    const task = { omni_reference_task_type: 'edit' };
    const where = 'input.omni_reference_task_type';
    expect(outline(videoBody(task))).toEqual([`generator reference-task ${where}`]);
    expect(outline(videoBody({ ...task, content: [words, picture('first_frame')] }))).toEqual([
      `generator reference-task ${where}`,
    ]);
    expect(outline(videoBody({ ...task, content: [words, clip] }))).toEqual([]);
    expect(outline(videoBody({ omni_reference_task_type: 'auto' }))).toEqual([
      `advice reference-task ${where}`,
    ]);
    expect(outline(videoBody({ omni_reference_task_type: 'paint', content: [clip] }))).toEqual([
      `generator reference-task-value ${where}`,
    ]);
    expect(outline(videoBody(task, line20))).toEqual([`advice reference-task-ignored ${where}`]);
    const v1 = 'omni_reference_task_type';
    expect(outline(flatBody(task), { route: 'tasks' })).toEqual([`generator reference-task ${v1}`]);
    expect(outline(flatBody({ ...task, content: [clip] }, 'spicy/video-2-5'), { route: 'refs' })).toEqual([]);
    expect(outline(flatBody(task, line20), { route: 'tasks' })).toEqual([
      `advice reference-task-ignored ${v1}`,
    ]);
  });
});
