import type { Look } from '../look.ts';
import { alignRows } from './aligned.ts';

/** The command lines that go on with a submit; v1 has no cancel route. */
export interface NextSteps {
  wait: string;
  status: string;
  cancel: string | undefined;
}

/** What to do after a submit, for a person: commands that work as they stand. */
export function renderNextSteps({ cancel, status, wait }: NextSteps, jobs: number, look: Look): string[] {
  const { colors } = look;
  const steps: [command: string, says: string][] = [
    [wait, `stay, and get the ${jobs === 1 ? 'file' : 'files'}`],
    [status, 'look once'],
    ...(cancel === undefined ? [] : [[cancel, 'stop it, uncharged'] satisfies [string, string]]),
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
