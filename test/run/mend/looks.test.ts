import { describe, expect, it } from 'vitest';
import { JobEndedError } from '../../../src/errors/endings.ts';
import { genctl, type Hint, hintText, say } from '../../../src/errors/hint.ts';
import { toldHint } from '../../../src/run/mend/hinted-line.ts';
import { shellWords } from '../../shell-words.ts';

async function told(hint: Hint, typed: string): Promise<string> {
  const error = new JobEndedError('jobFailed', { code: 'timeout', message: 'job_1 failed', hint });
  const shown = await toldHint(error, shellWords(typed) ?? []);
  return shown === undefined ? '' : hintText(shown);
}

describe('a hint with a line that pays', () => {
  it.each([
    'wait job_1',
    '--sandbox show job_1 --json',
    'download job_1 -D out',
    'sync',
    'sumbit fox',
    'submit fox --dry-run',
  ])('is words after a line that did not pay: %s', async (typed) => {
    expect(await told(genctl`rerun job_1 --wait`, typed)).toBe(
      'rerun makes a new job, with a charge of its own',
    );
    expect(await told(genctl`finalize job_1`, typed)).toBe(
      'finalize makes the final, a job with a charge of its own',
    );
    expect(await told(genctl`queue retry shots/s1`, typed)).toBe(
      'queue retry has lines sent that are charged',
    );
    expect(await told(say`for another charge: ${genctl`rerun job_1`}`, typed)).toBe(
      'for another charge: rerun',
    );
  });

  it.each(['submit fox -w', 'rerun job_1 -w', 'draft fox --takes 2', 'batch shots.csv', 'compose', ''])(
    'stays a line after one that pays, or asks before: %s',
    async (typed) => {
      expect(await told(genctl`rerun job_1 --wait`, typed)).toBe('genctl rerun job_1 --wait');
    },
  );

  it('stays a line where it can not be sent as it stands, or makes no second job', async () => {
    expect(await told(genctl`rerun job_1 --dry-run`, 'wait job_1')).toBe('genctl rerun job_1 --dry-run');
    expect(await told(genctl`submit ${'YOUR PROMPT'} -m a/b`, 'jobs')).toContain('genctl submit');
    expect(await told(genctl`recover`, 'wait job_1')).toBe('genctl recover');
    expect(await told(genctl`recover --resend`, 'wait job_1')).not.toContain('genctl');
  });
});
