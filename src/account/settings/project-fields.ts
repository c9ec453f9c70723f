import { isFieldOf, type OptionName, optionNames, optionRow, type options } from '../../service/options.ts';
import { nameSlipped } from '../../text/nearest-name.ts';
import { settingFault } from './setting-kind.ts';
import {
  type CastSetting,
  castNameWords,
  castSetting,
  isCastName,
  isSettingName,
  settingTable,
} from './setting-table.ts';

/** The kinds of value that a field of a project file may hold. */
export type ProjectFieldKind = 'text' | 'integer' | 'number' | 'count' | 'boolean';

const kinds = { seconds: 'number', 'whole number': 'integer', 'true or false': 'boolean' } as const;

/**
 * The request defaults that a project file may give, named as in a request's body. Only the kind of a value is checked here;
 * whether the model takes it is checked with the request.
 */
export const projectFields = {
  model: 'text',
  ...optionFields(),
  count: 'count',
  prompt_enhance: 'text',
  dir: 'text',
  name: 'text',
  timeout: 'text',
  interval: 'text',
  concurrency: 'integer',
} as const satisfies Record<string, ProjectFieldKind>;

type OptionFields = {
  [Name in OptionName]: (typeof options)[Name]['takes'] extends infer Takes extends keyof typeof kinds
    ? (typeof kinds)[Takes]
    : 'text';
};

/** The options of a request, each with the kind of its values. */
function optionFields(): OptionFields {
  return Object.fromEntries(
    optionNames.map((name) => {
      const { takes } = optionRow(name);
      return [name, typeof takes === 'object' ? 'text' : kinds[takes]];
    }),
  ) as OptionFields;
}

export type ProjectFieldName = keyof typeof projectFields;

type ValueOf<Kind extends ProjectFieldKind> = {
  text: string;
  integer: number;
  number: number;
  count: number;
  boolean: boolean;
}[Kind];

/** The defaults of a project file. */
export type ProjectDefaults = {
  [Name in ProjectFieldName]?: ValueOf<(typeof projectFields)[Name]>;
} & { [Name in CastSetting]?: string[] };

export function isProjectField(name: string): name is ProjectFieldName {
  return Object.hasOwn(projectFields, name);
}

/** The field that is meant by another name, or by one with a slip in it; undefined where none is. */
export function projectFieldMeant(name: string): ProjectFieldName | undefined {
  const meant =
    optionNames.find((option) => isFieldOf(option, name)) ?? nameSlipped(name, Object.keys(projectFields));
  return meant !== undefined && isProjectField(meant) ? meant : undefined;
}

/** Why a field can't hold a value; undefined where it can. A field that is also a setting follows the setting's rule, too. */
export function projectValueFault(name: ProjectFieldName, value: unknown): string | undefined {
  return (
    kindFault(name, value) ?? (isSettingName(name) ? settingFault(settingTable[name], value) : undefined)
  );
}

function kindFault(name: ProjectFieldName, value: unknown): string | undefined {
  switch (projectFields[name]) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'it takes true or false';
    case 'integer':
      return Number.isSafeInteger(value) ? undefined : 'it takes a whole number';
    case 'number':
      return Number.isFinite(value) ? undefined : 'it takes a number';
    case 'count':
      return settingFault({ kind: 'count', least: 1, most: Number.MAX_SAFE_INTEGER }, value);
    case 'text':
      return textFault(value);
  }
}

function textFault(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return 'it takes a text that is not empty';
  return /^[a-z][a-z0-9+.-]*:\/\/|^data:|^file:/i.test(value.trim())
    ? 'a project file holds no URL'
    : undefined;
}

/** Reads the files of a name of the cast: a list of paths, or one. `fault` says why it can't be used. */
export function projectMember(
  name: string,
  given: unknown,
): { setting: CastSetting; files: string[] } | { fault: string } {
  const files: unknown = typeof given === 'string' ? [given] : given;
  if (!isCastName(name)) return { fault: castNameWords };
  const fault = settingFault({ kind: 'files' }, files);
  if (fault !== undefined || !Array.isArray(files)) return { fault: fault ?? '' };
  const [ofOne] = files.flatMap((file) => textFault(file) ?? []);
  return ofOne === undefined ? { setting: castSetting(name), files } : { fault: ofOne };
}
