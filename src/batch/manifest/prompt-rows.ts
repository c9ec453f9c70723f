import { sha256 } from '../../files/lazy-node.ts';
import type { ReadRow } from './manifest-row.ts';
import { textLines } from './text-lines.ts';

/** Digits of a hash that name a prompt: two of a million are alike once in 500 such manifests, which is a fault of the second one. */
const idDigits = 12;

/** The rows of a plain text, a prompt a line. The id of each is the hash of its prompt, so that a line that is put in moves no other. */
export async function* promptRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<ReadRow[]> {
  for await (const lines of textLines(chunks))
    yield lines.map(({ fault, line, text }) => {
      if (fault !== undefined) return { line, fault };
      const prompt = text.trim();
      return {
        line,
        columns: [
          ['id', sha256(prompt).slice(0, idDigits)],
          ['prompt', prompt],
        ],
      };
    });
}
