import { describe, expect, it } from 'vitest';
import { readShard, shardOf } from '../../../src/rules/batch/shard.ts';

const ids = Array.from({ length: 2000 }, (_, place) => `shot-${place}`);

describe('--shard', () => {
  it('takes I/N', () => {
    expect(readShard('2/8', {})).toEqual({ index: 2, total: 8 });
  });

  it.each(['0/8', '9/8', '2', '2/0', 'a/b', '1/2/3', '-1/8', '1/100001', 'auto/x'])('refuses %s', (text) => {
    expect(() => readShard(text, {})).toThrow(`There is no shard "${text}"`);
  });

  it.each([
    ['GitLab, from 1', { CI_NODE_INDEX: '3', CI_NODE_TOTAL: '8' }],
    ['CircleCI, from 0', { CIRCLE_NODE_INDEX: '2', CIRCLE_NODE_TOTAL: '8' }],
    ['Buildkite, from 0', { BUILDKITE_PARALLEL_JOB: '2', BUILDKITE_PARALLEL_JOB_COUNT: '8' }],
    ['AWS Batch, from 0', { AWS_BATCH_JOB_ARRAY_INDEX: '2', AWS_BATCH_JOB_ARRAY_SIZE: '8' }],
    ['Slurm, 1-8', slurm(3, 1, 8, 8)],
    ['Slurm, 0-7', slurm(2, 0, 7, 8)],
    ['Slurm, 10-80:10', { ...slurm(30, 10, 80, 8), SLURM_ARRAY_TASK_STEP: '10' }],
    ['GitLab within Slurm, both alike', { CI_NODE_INDEX: '3', CI_NODE_TOTAL: '8', ...slurm(3, 1, 8, 8) }],
  ])('auto is what the variables say: %s', (_, environment) => {
    expect(readShard('auto', environment)).toEqual({ index: 3, total: 8 });
    expect(readShard('auto/8', environment)).toEqual({ index: 3, total: 8 });
    expect(() => readShard('auto/4', environment)).toThrow('contradict each other');
  });

  it('of an indexed Job of Kubernetes is auto/N, since it tells an index alone', () => {
    expect(readShard('auto/8', { JOB_COMPLETION_INDEX: '0' })).toEqual({ index: 1, total: 8 });
    expect(() => readShard('auto', { JOB_COMPLETION_INDEX: '0' })).toThrow(
      'How many shards there are is not known',
    );
    expect(() => readShard('auto/8', { JOB_COMPLETION_INDEX: '8' })).toThrow('contradict each other');
  });

  it.each([
    ['nothing is set', {}, 'Which shard this is can’t be told'],
    ['GitLab runs the job once', { CI_NODE_TOTAL: '1' }, 'Which shard this is can’t be told'],
    ['the total is missing', { CI_NODE_INDEX: '3' }, 'How many shards there are is not known'],
    ['the index is none', { CI_NODE_INDEX: 'x', CI_NODE_TOTAL: '8' }, 'contradict each other'],
    [
      'the index is beyond the total',
      { CIRCLE_NODE_INDEX: '8', CIRCLE_NODE_TOTAL: '8' },
      'contradict each other',
    ],
    ['Slurm’s array has gaps', slurm(9, 1, 20, 3), 'contradict each other'],
    ['Slurm tells the task alone', { SLURM_ARRAY_TASK_ID: '1' }, 'How many shards there are is not known'],
    [
      'two runners differ',
      { CI_NODE_INDEX: '3', CI_NODE_TOTAL: '8', JOB_COMPLETION_INDEX: '1' },
      'How many shards there are is not known',
    ],
    [
      'two runners differ in the index',
      { CI_NODE_INDEX: '3', CI_NODE_TOTAL: '8', ...slurm(2, 1, 8, 8) },
      'contradict each other',
    ],
  ])('auto is refused where %s', (_, environment, message) => {
    expect(() => readShard('auto', environment)).toThrow(message);
  });
});

describe('a line', () => {
  it('is of one shard, and all shards have about as many', () => {
    const shards = [1, 2, 3, 4, 5].map((index) => ids.filter((id) => shardOf(id, { total: 5 }) === index));
    expect(shards.flat().sort()).toEqual([...ids].sort());
    for (const shard of shards) expect(Math.abs(shard.length - 400)).toBeLessThan(80);
  });

  it('stays in its shard for ever', () => {
    const of = (id: string): number => shardOf(id, { total: 8 });
    expect(['s01', 's02', 'shot-1214', 'Füchse 🦊', 'a/b'].map(of)).toMatchInlineSnapshot(`
      [
        7,
        2,
        2,
        1,
        8,
      ]
    `);
  });
});

function slurm(id: number, first: number, last: number, count: number): Record<string, string> {
  return {
    SLURM_ARRAY_TASK_ID: String(id),
    SLURM_ARRAY_TASK_MIN: String(first),
    SLURM_ARRAY_TASK_MAX: String(last),
    SLURM_ARRAY_TASK_COUNT: String(count),
  };
}
