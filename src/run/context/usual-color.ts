import { homeFolder } from '../../account/home.ts';
import { settingTable } from '../../account/settings/setting-table.ts';
import { readSettings, settingValues } from '../../account/settings/settings.ts';
import type { Surroundings } from '../../cli/surroundings.ts';
import { CliError } from '../../errors/cli-error.ts';

type Color = (typeof settingTable.color.choices)[number];

/**
 * When text is coloured where no flag says so: as the setting says, unless the environment decides. Settings that can't be read
 * are ignored here, because the command that needs them reports the error.
 */
export async function usualColor({ environment }: Surroundings): Promise<Color> {
  const { builtIn } = settingTable.color;
  if (environment.NO_COLOR || environment.FORCE_COLOR) return builtIn;
  try {
    const home = await homeFolder({ genctlHome: environment.GENCTL_HOME });
    return settingValues(readSettings(home)).color ?? builtIn;
  } catch (error) {
    if (error instanceof CliError) return builtIn;
    throw error;
  }
}
