import type { CliError } from '../../errors/cli-error.ts';
import { genctl, type Hint, hintLines } from '../../errors/hint.ts';
import { PreflightError } from '../../service/checks/preflight-error.ts';
import { shellQuote } from '../../text/shell-quote.ts';
import type { ModelOrigin } from '../defaults.ts';

/**
 * Says of a request that is refused for its model alone where that model is from, and mends it there. The line does not name it.
 */
export function wordUnlisted(error: unknown, origin: ModelOrigin | undefined): void {
  if (!(error instanceof PreflightError)) return;
  const [only, ...others] = error.refusing;
  if (only?.rule !== 'model-not-listed' || only.instead === undefined || others.length > 0) return;
  if (origin === undefined) return;
  const otherwise = error.mend;
  wordOrigin(error, origin, only.instead);
  error.mendBy((own) => hintLines([own, otherwise]));
  // A line with another model would mend this request alone.
  error.findings = error.findings.map((one) => (one === only ? { ...one, instead: undefined } : one));
}

/** Says where a model is from that the line does not name, and mends it there. */
export function wordOrigin(error: CliError, origin: ModelOrigin | undefined, model: string): void {
  if (origin === undefined) return;
  const { says, mend } = originWords(origin, model);
  error.why = [error.why, `The model comes from ${says}.`].filter((one) => one !== undefined).join('\n');
  error.mendBy(() => mend);
}

function originWords(origin: ModelOrigin, model: string): { says: string; mend: Hint } {
  switch (origin.from) {
    case 'environment':
      return { says: 'GENCTL_MODEL', mend: `export GENCTL_MODEL=${shellQuote(model)}` };
    case 'project':
      return { says: `the project file ${origin.path}`, mend: `set "model" to ${model} in ${origin.path}` };
    case 'profile':
      return {
        says: `the account ${origin.name}`,
        mend: genctl`auth set model ${model} --profile ${origin.name}`,
      };
    case 'settings':
      return { says: 'the settings', mend: genctl`config set model ${model}` };
  }
}
