import type { Look } from '../look.ts';
import { alignRows } from './aligned.ts';
import { resumeCommand } from './resume-command.ts';
import { shellQuote } from './shell-quote.ts';

/** What to do after a submit, for a person: three commands that work as they stand. v1 has no cancel route. */
export function renderNextSteps(jobIds: readonly string[], api: 'v1' | 'v2', look: Look): string[] {
  const { colors } = look;
  const one = jobIds.length === 1;
  const ids = jobIds.map(shellQuote).join(' ');
  const steps: [command: string, says: string][] = [
    [`${resumeCommand(jobIds)} --download`, `stay, and get the ${one ? 'file' : 'files'}`],
    [`genctl status ${ids}`, 'look once'],
    ...(api === 'v1' ? [] : [[`genctl cancel ${ids}`, 'stop it, uncharged'] satisfies [string, string]]),
  ];
  return alignRows(
    steps.map(([command, says]) => [
      { text: command, paint: colors.accent },
      { text: says, paint: colors.dim },
    ]),
    look,
    2,
  );
}
