import { PassThrough } from 'node:stream';
import { emitKeys } from '../../src/terminal/questions/emit-keys.ts';
import { KeptStream } from './looks.ts';

/** A place to ask a question at: a terminal of 80 columns that keeps what is drawn, and keys. */
export function openPrompt() {
  const input = new PassThrough();
  emitKeys(input);
  const output = new KeptStream(80);
  const shown = async (seen: string): Promise<string> => {
    while (!output.text.includes(seen)) await new Promise((resolve) => setImmediate(resolve));
    return output.text;
  };
  return {
    context: { input, output },
    output,
    /** Types once that is on the screen. */
    async type(seen: string, keys: string) {
      await shown(seen);
      output.text = '';
      input.write(keys);
    },
    shown,
  };
}
