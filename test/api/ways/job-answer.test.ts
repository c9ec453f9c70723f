import { describe, expect, it } from 'vitest';
import { withShortWords } from '../../../src/api/ways/job-answer.ts';
import { readModels } from '../../../src/api/ways/models.ts';
import { jobOfTask } from '../../../src/api/ways/task-answer.ts';

const long = 'x'.repeat(1_000_000);

describe('the words of an answer', () => {
  it('are as long as words are, and its id and its links whole', () => {
    const url = `https://cdn.example.com/${long}`;
    const job = withShortWords({
      id: 'job_1',
      status: long,
      model: long,
      created_at: long,
      error: { code: long, message: long, provider_code: long },
      outputs: [{ url, type: long, content_type: long }],
      later: { kept: long },
    });
    const { status, model, created_at, error, outputs } = job;
    const words = [status, model, created_at, error?.code, error?.provider_code, outputs?.[0]?.type];
    for (const word of words) expect(word).toMatch(/^x{199}…$/);
    expect(error?.message).toHaveLength(2000);
    expect(outputs?.[0]?.url).toBe(url);
    expect(job.id).toBe('job_1');
  });

  it('stay as they are where they are short', () => {
    const job = { id: 'job_1', status: 'paused', model: 'a/b', error: { code: 'timeout', message: 'Late.' } };
    expect(withShortWords(job)).toEqual(job);
  });

  it('are short on v1, too, and a model that nobody could name is none', () => {
    const task = jobOfTask({ id: 'task-1', status: long, error: { code: long } }, 'tasks', 'task-1');
    expect([task.status.length, String(task.error?.code).length]).toEqual([200, 200]);
    expect(readModels({ data: [{ id: long }, long, { id: 'a/b', media: long }] })).toMatchObject([
      { id: 'a/b', medium: expect.stringMatching(/^x{199}…$/) },
    ]);
  });
});
