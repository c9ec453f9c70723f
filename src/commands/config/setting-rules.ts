import { parseDurationMs } from '../../rules/duration.ts';
import { nearestName } from '../../rules/nearest-name.ts';
import type { SettingRules } from '../../store/setting-table.ts';

/** What the table of settings needs of the rules. */
export const settingRules: SettingRules = { parseDurationMs, nearestName };
