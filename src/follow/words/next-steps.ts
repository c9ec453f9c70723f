import { alignRows } from '../../text/aligned.ts';
import type { Look } from '../../text/look.ts';

/** The command lines that continue after a submit; `cancel` is undefined on v1, which has no cancel route. */
export interface NextSteps {
  wait: string;
  status: string;
  cancel: string | undefined;
}

/** Shows a person what to do after a submit: commands that work as they are. */
export function renderNextSteps({ cancel, status, wait }: NextSteps, jobs: number, look: Look): string[] {
  const { colors } = look;
  const steps: [command: string, says: string][] = [
    [wait, `stay, and get the ${jobs === 1 ? 'file' : 'files'}`],
    [status, 'look once'],
    ...(cancel === undefined ? [] : [[cancel, 'stop it, uncharged'] satisfies [string, string]]),
  ];
  return alignRows(
    steps.map(([command, says]) => [
      { text: look.ids.within(command), paint: colors.accent },
      { text: says, paint: colors.dim },
    ]),
    look,
    2,
  );
}
