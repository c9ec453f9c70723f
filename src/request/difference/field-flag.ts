import { optionFieldNames } from '../../service/field-names.ts';
import { flagOfOption, flagOfRole } from '../../service/flag-names.ts';
import { mediaRoles } from '../../service/video-values.ts';
import { columnOfRole } from '../rules/named-fields.ts';

/** How a command line says a field of a request. */
export interface FieldFlag {
  /** The long flag; null where no flag says the field by itself. */
  flag: string | null;
  /** The field as it is shown: `--duration`, `--ref-image 2`, `--set size`, or its name. */
  label: string;
}

const plainFlags: Readonly<Record<string, string>> = {
  model: '--model',
  prompt: '--prompt',
  count: '--count',
  callback_url: '--callback-url',
  prompt_enhance: '--prompt-enhance',
  ...Object.fromEntries(Object.keys(optionFieldNames).map((name) => [name, flagOfOption(name, true)])),
  ...Object.fromEntries(mediaRoles.map((role) => [columnOfRole[role], flagOfRole[role]])),
};

/** The flag of a field, by the name that `namedFields` has for it. */
export function fieldFlag(name: string): FieldFlag {
  const [base = name, number] = name.split(/\.(?=\d+$)/);
  const flag = Object.hasOwn(plainFlags, base) ? plainFlags[base] : undefined;
  if (flag !== undefined) return { flag, label: number === undefined ? flag : `${flag} ${number}` };
  // Elements of a list and parts of the content have no flag: only the whole list could be set.
  const isSettable = number === undefined && name !== 'draft' && !/[.=]/.test(name);
  return isSettable ? { flag: '--set', label: `--set ${name}` } : { flag: null, label: name };
}
