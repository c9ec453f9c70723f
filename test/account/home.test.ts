import { isAbsolute, join, resolve } from 'node:path';
import Conf from 'conf';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { homeFolder, homePlaces } from '../../src/account/home.ts';
import { tempFolder } from '../files/fixtures/temp-folder.ts';

describe('the home folder', () => {
  it('is GENCTL_HOME, made absolute', async () => {
    expect(await homeFolder({ genctlHome: '/srv/genctl' })).toBe(resolve('/srv/genctl'));
    expect(await homeFolder({ genctlHome: 'here' })).toBe(resolve('here'));
  });

  it.skipIf(process.platform === 'darwin')(
    'is where conf would put it, without the variable or with an empty one',
    async () => {
      const folder = tempFolder();
      onTestFinished(() => {
        vi.unstubAllEnvs();
      });
      for (const name of ['XDG_CONFIG_HOME', 'APPDATA']) vi.stubEnv(name, folder);
      const home = await homeFolder({ genctlHome: undefined });
      expect(isAbsolute(home)).toBe(true);
      expect(await homeFolder({ genctlHome: '' })).toBe(home);
      const conf = new Conf({ projectName: 'genctl', projectSuffix: '' });
      expect(conf.path).toBe(homePlaces(home).config);
    },
  );

  it.skipIf(process.platform === 'darwin')(
    'is never a place that depends on the working folder',
    async () => {
      onTestFinished(() => {
        vi.unstubAllEnvs();
      });
      for (const name of ['XDG_CONFIG_HOME', 'APPDATA']) vi.stubEnv(name, 'here');
      const failure = { exitCode: 2, code: 'no_home', hint: expect.stringContaining('GENCTL_HOME') };
      await expect(homeFolder({ genctlHome: undefined })).rejects.toMatchObject(failure);
    },
  );

  it('holds everything', () => {
    expect(homePlaces('/h')).toEqual({
      config: join('/h', 'config.json'),
      ledger: join('/h', 'ledger'),
      prices: join('/h', 'prices.csv'),
      cache: join('/h', 'cache'),
      code: join('/h', 'cache', 'code'),
      uploads: join('/h', 'cache', 'uploads'),
      stores: join('/h', 'stores'),
      sandbox: join('/h', 'sandbox'),
      spool: join('/h', 'spool'),
    });
  });
});
