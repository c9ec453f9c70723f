import { UsageError } from '../../errors/endings.ts';
import { namedPathOf } from './text-source.ts';

/** What may be read from stdin, under the name that the line has for it. */
export interface TextSource {
  name: string;
  text: string | undefined;
}

/** Stdin is read to its end once: a second reader would find nothing there. Throws UsageError. */
export function assertStdinOnce(sources: readonly TextSource[]): void {
  const [first, second] = sources.filter(({ text }) => text !== undefined && readsStdin(text));
  if (first === undefined || second === undefined) return;
  throw new UsageError({
    code: 'stdin_twice',
    message:
      first.name === second.name
        ? `${first.name} reads stdin twice`
        : `${first.name} and ${second.name} both read stdin`,
    why: 'It can be read once.',
    hint: second.name.startsWith('--') ? `give one of them as @file: ${second.name} @file` : 'give - once',
  });
}

/** By its own names, too, as a shell's `@/dev/stdin` has it. */
function readsStdin(text: string): boolean {
  const path = namedPathOf(text);
  return path === '-' || (path !== undefined && /^\/(dev\/stdin|(dev|proc\/self)\/fd\/0)$/.test(path));
}
