import { describe, expect, it } from 'vitest';
import { errorJson } from '../../../src/cli/error-json.ts';
import { OutcomeUnknownError, RefusedError } from '../../../src/errors/endings.ts';
import { genctl, hintLines } from '../../../src/errors/hint.ts';
import { field, finding, told } from '../../../src/service/checks/finding.ts';
import { PreflightError } from '../../../src/service/checks/preflight-error.ts';
import { renderError, renderFindings } from '../../../src/terminal/errors/error.ts';
import { ascii, look } from '../looks.ts';

const refused = new RefusedError({
  code: 'invalid_input',
  message: 'The service refused the request',
  why: 'It answered 400: resolution 4k is not offered.',
  hint: genctl`submit … --resolution 1080p`,
});

const tooLong = finding({
  rule: 'duration',
  where: 'input.duration',
  enforcedBy: 'generator',
  message: told`${field('input.duration')} is 31; 4 to 30 are taken`,
  fix: 'set --duration 30',
  section: '§2.7',
});
const unnamed = finding({
  rule: 'unknown-field',
  where: 'input.sparkle',
  enforcedBy: 'advice',
  message: 'the model does not name it',
  fix: 'leave it out',
  section: '§2.7',
});
const preflight = new PreflightError([unnamed, tooLong], {
  code: 'preflight',
  message: 'The request breaks a rule; nothing was sent',
});

describe('an error for a person', () => {
  it('has three parts', () => {
    expect(renderError(refused, look())).toEqual([
      '✗ The service refused the request',
      '  It answered 400: resolution 4k is not offered.',
      '  → genctl submit … --resolution 1080p',
    ]);
  });

  it('breaks what mends it between words in a narrow window, but never a command', () => {
    const command = `genctl submit 'a fox, and a hare; both' -m vendor-b/video-2.5 --wait`;
    const line = genctl`submit ${'a fox, and a hare; both'} -m vendor-b/video-2.5 --wait`;
    const hint = hintLines([line, 'leave one of them out, or name the one that is meant']);
    const shown = new RefusedError({ code: 'refused', message: 'It was refused', hint });
    expect(renderError(shown, look(40))).toEqual([
      '✗ It was refused',
      `  → ${command}`,
      '  → leave one of them out, or name the',
      '    one that is meant',
    ]);
  });

  it('shows every finding, errors first', () => {
    expect(renderError(preflight, look())).toEqual([
      '✗ The request breaks a rule; nothing was sent',
      '  ✗ input.duration is 31; 4 to 30 are taken',
      '    → set --duration 30',
      '  ! input.sparkle: the model does not name it',
      '    → leave it out',
    ]);
  });

  it('names the sections of the document where they are asked for', () => {
    expect(renderError(preflight, look(), { sections: true })[2]).toBe('    → set --duration 30 (§2.7)');
  });

  it('says a finding as the line said it', () => {
    const words = { message: '--duration is 31; 4 to 30 are taken', fix: '--duration 30' };
    const worded = new PreflightError([{ ...tooLong, told: words }], { code: 'preflight', message: 'No' });
    expect(renderError(worded, look()).slice(1)).toEqual([
      '  ✗ --duration is 31; 4 to 30 are taken',
      '    → --duration 30',
    ]);
  });

  it('wraps words, but not the command that mends it', () => {
    expect(renderError(refused, look(30))).toEqual([
      '✗ The service refused the',
      '  request',
      '  It answered 400: resolution',
      '  4k is not offered.',
      '  → genctl submit … --resolution 1080p',
    ]);
  });

  it('can be drawn in ASCII', () => {
    const lines = renderError(new RefusedError({ code: 'x', message: 'No', hint: 'again' }), ascii);
    expect(lines).toEqual(['x No', '  > again']);
  });

  it('cannot steer the terminal', () => {
    const hostile = new RefusedError({
      code: 'x',
      message: 'a\x1b[2J\nb',
      why: 'c\x9b\nd\u202e',
      hint: 'e\x07',
    });
    expect(renderError(hostile, look())).toEqual(['✗ a\\x1b[2J b', '  c\\x9b', '  d\\u{202e}', '  → e\\x07']);
  });
});

describe('an error for a program', () => {
  it('is one line with the published fields first, absent ones null', () => {
    const text = errorJson(refused);
    expect(text.endsWith('\n')).toBe(true);
    expect(text.indexOf('\n')).toBe(text.length - 1);
    const { error } = JSON.parse(text);
    expect(Object.keys(error).slice(0, 7)).toEqual([
      'code',
      'message',
      'hint',
      'retryable',
      'exit_code',
      'job_id',
      'idempotency_key',
    ]);
    expect(error).toMatchObject({
      code: 'invalid_input',
      retryable: false,
      exit_code: 10,
      job_id: null,
      idempotency_key: null,
      why: 'It answered 400: resolution 4k is not offered.',
    });
    expect(error).not.toHaveProperty('findings');
  });

  it('brings the findings, and escapes what steers a terminal', () => {
    const findings = [{ ...tooLong, message: 'a\x9b\u202e', said: undefined }];
    const text = errorJson(new PreflightError(findings, { code: 'preflight', message: 'No' }));
    expect(text).toContain('a\\u009b\\u202e');
    expect(JSON.parse(text).error).toMatchObject({
      exit_code: 2,
      findings: [{ rule: 'duration', message: findings[0]?.message, fix: 'set --duration 30' }],
    });
  });

  it('has what mends it for programs, where that is known', () => {
    const { fix } = JSON.parse(errorJson(refused)).error;
    expect(fix).toBeNull();
    refused.fix = { argv: ['genctl', 'jobs'], allowed: ['a'], range: { least: 1, most: 2 } };
    expect(JSON.parse(errorJson(refused)).error.fix).toEqual(refused.fix);
  });
});

const found = (place: number) =>
  finding({
    rule: 'schema-unknown-field',
    where: `input.f${place}`,
    enforcedBy: place === 300 ? 'service' : 'advice',
    message: `input.f${place} is not known`,
    fix: 'remove it',
    section: '',
  });

it('shows errors first, and says how many findings are too many to show', () => {
  const lines = renderFindings(
    Array.from({ length: 301 }, (_, place) => found(place)),
    look(),
  );
  expect(lines[0]).toContain('input.f300 is not known');
  expect(lines).toHaveLength(2 * 30 + 1);
  expect(lines.at(-1)).toContain('271 more like these are not shown');
});

describe('a submit whose outcome is unknown', () => {
  const parts = {
    code: 'outcome_unknown',
    message: 'The service may have started a job',
    idempotencyKey: 'g1-fox',
  };

  it('has its key named, whatever its reasons are', () => {
    const lines = (why?: string) =>
      renderError(new OutcomeUnknownError({ ...parts, why, hint: genctl`recover` }), look());
    expect(lines()).toContain('  Its idempotency key is g1-fox.');
    for (const why of ['First sent today.', 'First sent today'])
      expect(lines(why)).toContain('  First sent today. Its idempotency key is g1-fox.');
  });

  it('has its key named once', () => {
    const error = new OutcomeUnknownError({ ...parts, hint: genctl`recover --forget ${'g1-fox'}` });
    expect(
      renderError(error, look())
        .join('\n')
        .match(/g1-fox/g),
    ).toHaveLength(1);
  });
});
