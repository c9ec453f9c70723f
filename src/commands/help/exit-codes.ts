import { exitCodes } from '../../errors/exit-codes.ts';
import { jobErrorAdvice } from '../../follow/words/job-advice.ts';
import { alignRows } from '../../text/aligned.ts';
import type { Look } from '../../text/look.ts';

/** The two tables of `help exit-codes`: how the program ends, and why a job failed. */
export function renderExitCodes(look: Look): string[] {
  const { colors } = look;
  const exits = Object.values(exitCodes).map(({ code, means, runAgain }) => [
    { text: String(code).padStart(3), paint: colors.accent },
    { text: runAgain === '–' ? look.symbols.to : runAgain, paint: colors.dim },
    means,
  ]);
  const jobErrors = Object.entries(jobErrorAdvice).map(([code, { means, help }]) => [
    { text: code, paint: colors.accent },
    `${means}; ${help}`,
  ]);
  return [
    ...alignRows(
      [['CODE', 'RUN AGAIN?', 'MEANING'].map((text) => ({ text, paint: colors.dim })), ...exits],
      look,
    ),
    '',
    colors.bold('Why a job failed (error.code, with exit code 5)'),
    '',
    ...alignRows(jobErrors, look),
  ];
}
