import { settingNames } from '../../store/setting-table.ts';
import type { Argument } from '../line/define-command.ts';

/** The argument that names a setting. */
export const settingArgument: Argument = {
  name: 'name',
  says: 'a setting of genctl config list',
  required: true,
  choices: settingNames,
};
