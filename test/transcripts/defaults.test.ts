import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingNames, settingTable } from '../../src/account/settings/setting-table.ts';
import { type Clip, mp4, serveFiles, whole } from './fixtures/file-service.ts';
import { newHome } from './genctl.ts';

function settingsOf(
  home: string,
  settings: Record<string, unknown>,
  others: Record<string, unknown> = {},
): void {
  mkdirSync(join(home, 'genctl'), { recursive: true, mode: 0o700 });
  writeFileSync(join(home, 'genctl', 'config.json'), JSON.stringify({ settings, ...others }), {
    mode: 0o600,
  });
}

describe('a default', () => {
  it('of each setting is what the table says', async () => {
    const { items } = JSON.parse((await newHome().run(['config', 'list', '--json'])).stdout);
    for (const name of settingNames)
      expect(items.find((one: { name: string }) => one.name === name).value).toBe(settingTable[name].builtIn);
  });

  it('of concurrency is what the flag names, and how many downloads run at once', async () => {
    const { run } = newHome();
    const most = settingTable.concurrency.builtIn;
    expect((await run(['help', 'download'])).stdout).toContain(`downloads at once (default: ${most})`);
    const held: (() => void)[] = [];
    let seen = 0;
    // Each is held until as many as may be are under way.
    const clip: Clip = (response) => {
      held.push(() => whole(mp4(64))(response));
      seen += 1;
      if (seen >= most) for (const release of held.splice(0)) release();
    };
    const { account } = await serveFiles(Array.from({ length: most + 1 }, () => clip));
    const ids = Array.from({ length: most + 1 }, (_, index) => `job_clip${index + 1}`);
    const ended = await run(['download', ...ids, '-D', 'out', '-q'], { env: account });
    expect(ended.stdout.trim().split('\n')).toHaveLength(most + 1);
  });

  it('of color is outdone by the setting, that by the environment, and that by the flag', async () => {
    const { home, run } = newHome();
    settingsOf(home, { color: 'always' });
    const isColored = async (words: string[] = [], env: Record<string, string> = {}) =>
      (await run(['show', '@last', ...words], { env })).stderr.includes('\u001b[');
    expect(await isColored()).toBe(true);
    expect(await isColored([], { NO_COLOR: '1' })).toBe(false);
    expect(await isColored(['--color', 'always'], { NO_COLOR: '1' })).toBe(true);
    await run(['config', 'unset', 'color']);
    expect(await isColored()).toBe(false);
  });
});

describe('the settings that apply', () => {
  const base_url = 'https://api.example.com';
  const profiles = {
    studio: { base_url, api_key: 'k', model: 'own/model', 'budget.day': 3, upload_command: ['own'] },
    plain: { base_url, api_key: 'k' },
  };
  const origins = async (words: string[], { env = {}, default_profile = null as string | null } = {}) => {
    const { home, run } = newHome();
    settingsOf(
      home,
      { model: 'all/model', 'budget.day': 9, 'budget.month': 50 },
      { profiles, default_profile },
    );
    const listed = await run(['config', 'list', '--show-origin', '--json', ...words], { env });
    expect(listed.code, listed.stderr).toBe(0);
    const items = JSON.parse(listed.stdout).items as { name: string; value: unknown; origin: string }[];
    return Object.fromEntries(
      items.map(({ name, origin, value }) => [name, [value, origin.replace(/^.*\//, '')]]),
    );
  };
  const ofStudio = {
    model: ['own/model', 'the account studio'],
    'budget.day': [3, 'the account studio'],
    'budget.month': [50, 'config.json'],
    upload_command: [['own'], 'the account studio'],
    bell: ['never', 'built-in'],
  };
  const ofAll = { model: ['all/model', 'config.json'], 'budget.day': [9, 'config.json'] };

  it('are those of the account that is named, or in use, before those for all', async () => {
    expect(await origins(['--profile', 'studio'])).toMatchObject(ofStudio);
    expect(await origins([], { env: { GENCTL_PROFILE: 'studio' } })).toMatchObject(ofStudio);
    expect(await origins([], { default_profile: 'studio' })).toMatchObject(ofStudio);
    for (const words of [[], ['--profile', 'plain'], ['--sandbox']])
      expect(await origins(words)).toMatchObject(ofAll);
  });

  it('come from the environment before an account', async () => {
    const env = { GENCTL_MODEL: 'its/model' };
    expect(await origins(['--profile', 'studio'], { env })).toMatchObject({
      ...ofStudio,
      model: ['its/model', 'GENCTL_MODEL'],
    });
  });
});

describe('doctor', () => {
  it.each([{ timeout: 'zz' }, { idempotency_window: 'never' }])(
    'does not pass %j, stored or in a project file',
    async (setting) => {
      const { home, run } = newHome();
      settingsOf(home, setting);
      const [name = ''] = Object.keys(setting);
      const stored = await run(['doctor', '--sandbox']);
      expect(stored.code).toBe(2);
      expect(stored.stdout).toContain(`genctl config unset ${name}`);
      expect((await run(['config', 'unset', name])).code).toBe(0);
      expect((await run(['doctor', '--sandbox'])).code).toBe(0);
      writeFileSync(join(home, '.genctl.json'), JSON.stringify(setting));
      expect((await run(['doctor', '--sandbox'])).code).toBe(2);
    },
  );
});
