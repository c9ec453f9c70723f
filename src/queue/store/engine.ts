import type * as Bullmq from 'bullmq';
import type * as Ioredis from 'ioredis';
import { MachineError } from '../../errors/endings.ts';

/** The engine of queues and its client, which are installed by those who use them. */
export interface Engine {
  bullmq: typeof Bullmq;
  ioredis: typeof Ioredis;
}

/** The versions that this was tested with; `package.json` has the same as optional peers. */
const packages = ['bullmq@6', 'ioredis@5'] as const;

/** Loads a package by its name. Rejects where it is not installed. */
export type LoadPackage = (name: string) => Promise<unknown>;

const fromNode: LoadPackage = (name) => import(name);

/** Loads the engine. Throws MachineError where it is not installed, or not as a version that is known to work. */
export async function loadEngine(load: LoadPackage = fromNode): Promise<Engine> {
  try {
    const [bullmq, ioredis] = await Promise.all([load('bullmq'), load('ioredis')]);
    return { bullmq: bullmq as typeof Bullmq, ioredis: ioredis as typeof Ioredis };
  } catch (cause) {
    throw new MachineError({
      code: 'queue_engine_missing',
      message: 'The engine of queues is not installed',
      why: `A queue needs ${packages.join(' and ')} beside genctl, and ${firstLine(cause)}.`,
      hint: `npm install --global ${packages.join(' ')}`,
      retryable: false,
      cause,
    });
  }
}

/** Node tells in further lines who asked for the package, which is no matter here. */
function firstLine(cause: unknown): string {
  const [line = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
  return line.replace(/\.$/, '');
}
