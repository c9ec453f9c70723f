import { PassThrough } from 'node:stream';
import { createPrompts } from '../../src/terminal/prompts.ts';
import { type KeptTerminal, keptTerminal } from './looks.ts';

interface Asked extends KeptTerminal {
  prompts: ReturnType<typeof createPrompts>;
  /** Types once the question is on the screen. */
  type(question: string, keys: string): Promise<void>;
  stdin: PassThrough;
}

/** A terminal of 80 columns whose questions are answered by keys. */
export async function asked(signal?: AbortSignal): Promise<Asked> {
  const stdin = new PassThrough();
  const kept = await keptTerminal(80, { stdin: () => stdin });
  return {
    ...kept,
    stdin,
    prompts: createPrompts(kept.terminal, signal),
    async type(question, keys) {
      while (!kept.stderr.text.includes(question)) await new Promise((resolve) => setImmediate(resolve));
      stdin.write(keys);
    },
  };
}
