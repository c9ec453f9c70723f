import { MachineError } from './endings.ts';
import type { Hint } from './hint.ts';

const reasons: Record<string, string> = {
  EADDRINUSE: 'Another program listens there.',
  EACCES: 'Listening there is not permitted.',
  EADDRNOTAVAIL: 'This machine does not have that address.',
  ENOTFOUND: 'No address is known by that name.',
};

/** The error for a port that a program can't listen on. `what` can't: it begins the message; `at` says where. */
export function portUnusable(
  { at, hint, what }: { what: string; at: string; hint: Hint },
  cause: unknown,
): MachineError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return new MachineError({
    code: 'port_unusable',
    message: `${what} can't listen on ${at}`,
    why: reasons[code] ?? (cause instanceof Error ? cause.message : String(cause)),
    hint,
    cause,
  });
}
