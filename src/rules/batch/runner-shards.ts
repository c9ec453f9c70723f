import { UsageError } from '../../errors/endings.ts';

/** One of several parts of a manifest. */
export interface Shard {
  /** From 1 to `total`. */
  index: number;
  total: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables by which something that runs one command many times tells each run which it is. */
interface Runner {
  name: string;
  index: string;
  /** The index of the first run. */
  from: 0 | 1;
  /** Undefined where it tells none. */
  total: string | undefined;
  /** What makes it run a command many times. */
  mend: string;
}

const runners: readonly Runner[] = [
  { name: 'GitLab', index: 'CI_NODE_INDEX', from: 1, total: 'CI_NODE_TOTAL', mend: 'parallel: 8 in the job' },
  {
    name: 'CircleCI',
    index: 'CIRCLE_NODE_INDEX',
    from: 0,
    total: 'CIRCLE_NODE_TOTAL',
    mend: 'parallelism: 8 in the job',
  },
  {
    name: 'Buildkite',
    index: 'BUILDKITE_PARALLEL_JOB',
    from: 0,
    total: 'BUILDKITE_PARALLEL_JOB_COUNT',
    mend: 'parallelism: 8 in the step',
  },
  {
    name: 'AWS Batch',
    index: 'AWS_BATCH_JOB_ARRAY_INDEX',
    from: 0,
    total: 'AWS_BATCH_JOB_ARRAY_SIZE',
    mend: 'an array job',
  },
  {
    name: 'Kubernetes',
    index: 'JOB_COMPLETION_INDEX',
    from: 0,
    total: undefined,
    mend: 'auto/8, with the number of completions',
  },
];

/**
 * The shard that the runner's variables name. `total` is what the line says; where the runner says it too, the two must agree.
 * Throws UsageError.
 */
export function shardOfRunner(environment: Environment, total: number | undefined): Shard {
  const found = [
    ...runners.flatMap((runner) => {
      const shard = shardOf(runner, environment, total);
      return shard === undefined ? [] : [{ ...shard, name: runner.name }];
    }),
    ...slurmShard(environment),
  ];
  const [first, ...others] = found;
  if (first === undefined) throw noneFound(environment);
  const other = others.find(({ index, total: ofOther }) => index !== first.index || ofOther !== first.total);
  if (other !== undefined)
    throw contradiction(
      `${first.name} says ${first.index}/${first.total}, ${other.name} says ${other.index}/${other.total}.`,
    );
  if (total !== undefined && total !== first.total)
    throw contradiction(`${first.name} says ${first.index}/${first.total}, and auto/${total} was asked for.`);
  return { index: first.index, total: first.total };
}

/** Undefined where the runner is not the one that runs this. */
function shardOf(runner: Runner, environment: Environment, asked: number | undefined): Shard | undefined {
  const word = environment[runner.index];
  if (word === undefined || word === '') return undefined;
  const said = runner.total === undefined ? asked : wholeNumber(environment[runner.total]);
  if (said === undefined) {
    const why =
      runner.total === undefined
        ? `${runner.name} tells ${runner.index}, and not how many there are.`
        : `${runner.index} is set, and ${runner.total} is not.`;
    throw new UsageError({
      code: 'shard_total',
      message: 'How many shards there are is not known',
      why,
      hint: runner.mend,
    });
  }
  const index = wholeNumber(word);
  const place = index === undefined ? Number.NaN : index - runner.from + 1;
  if (place >= 1 && place <= said) return { index: place, total: said };
  throw contradiction(
    `${runner.index} is ${JSON.stringify(word)}, with ${said} in all, from ${runner.from}.`,
  );
}

/** An array of Slurm begins anywhere and may have a step; one with gaps has no order that all its tasks know. */
function slurmShard(environment: Environment): (Shard & { name: string })[] {
  const number = (end: string): number | undefined => wholeNumber(environment[`SLURM_ARRAY_TASK_${end}`]);
  const [id, first, last, count, step = 1] = [
    number('ID'),
    number('MIN'),
    number('MAX'),
    number('COUNT'),
    number('STEP'),
  ];
  if (id === undefined) return [];
  if (first === undefined || last === undefined || count === undefined || step < 1)
    throw new UsageError({
      code: 'shard_total',
      message: 'How many shards there are is not known',
      why: 'SLURM_ARRAY_TASK_ID is set, and one of SLURM_ARRAY_TASK_MIN, _MAX and _COUNT is not.',
      hint: 'sbatch --array=1-8',
    });
  const place = (id - first) / step;
  if (last - first !== (count - 1) * step || !Number.isInteger(place) || place < 0 || place >= count)
    throw contradiction(
      `Slurm’s array has ${count} tasks from ${first} to ${last}: it has gaps, or this task is outside of it.`,
    );
  return [{ name: 'Slurm', index: place + 1, total: count }];
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function noneFound(environment: Environment): UsageError {
  const named = runners.find(({ total }) => total !== undefined && environment[total] !== undefined);
  return new UsageError({
    code: 'shard_unknown',
    message: 'Which shard this is can’t be told',
    why:
      named === undefined
        ? `None of ${[...runners.map(({ index }) => index), 'SLURM_ARRAY_TASK_ID'].join(', ')} is set.`
        : `${named.name} runs this once: ${named.index} is not set.`,
    hint: named?.mend ?? 'a shard such as 2/8, the second of eight',
  });
}

function contradiction(why: string): UsageError {
  return new UsageError({
    code: 'shard_contradiction',
    message: 'The variables contradict each other about which shard this is',
    why,
    hint: 'a shard such as 2/8, the second of eight',
  });
}
