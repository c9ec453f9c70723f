import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingFault } from '../../../src/account/settings/setting-kind.ts';
import {
  parseSetting,
  type Setting,
  settingNamed,
  settingNames,
  settingTable,
} from '../../../src/account/settings/setting-table.ts';
import {
  readSettings,
  settingValues,
  withoutSetting,
  withSetting,
} from '../../../src/account/settings/settings.ts';
import { changeSettings } from '../../../src/account/settings/settings-writer.ts';
import { tempFolder } from '../../files/fixtures/temp-folder.ts';

const nowMs = () => 0;

function homeWith(config: unknown): string {
  const home = tempFolder();
  writeFileSync(join(home, 'config.json'), typeof config === 'string' ? config : JSON.stringify(config));
  return home;
}

describe('reading settings', () => {
  it('finds nothing where there is no file, and makes none', () => {
    const home = join(tempFolder(), 'home');
    expect(readSettings(home)).toEqual({ settings: {}, profiles: {}, default_profile: null });
    expect(() => statSync(home)).toThrow('ENOENT');
  });

  it('gives each value that is set, and skips names it does not know', () => {
    const settings = {
      model: 'vendor-a/image',
      timeout: '10m',
      concurrency: 2,
      color: 'never',
      new_one: [1],
    };
    const { new_one: _, ...known } = settings;
    expect(settingValues(readSettings(homeWith({ settings })))).toEqual(known);
    expect(settingValues(readSettings(homeWith('\uFEFF{}')))).toEqual({});
  });

  it.each([
    ['{"profiles":{"work":{"api_key":"sk-secret", base}}}', 'no JSON at line 1, column 45 (byte 45)'],
    ['{\n  "settings": {}\n  "profiles": {}\n}', 'no JSON at line 3, column 3 (byte 22)'],
    ['{"profiles":{"a":{"api_key":"sk-secret"', 'the text ends too early at line 1, column 40 (byte 40)'],
    ['', 'the text ends too early at line 1, column 1 (byte 1)'],
    ['[]', 'it holds no object'],
    ['{"profiles":[]}', '"profiles" is not an object'],
    ['{"default_profile":1}', '"default_profile" is not a text'],
  ])('says where %j goes wrong, shows nothing of it and leaves it alone', async (text, why) => {
    const home = homeWith(text);
    const expected = {
      exitCode: 14,
      code: 'settings_corrupt',
      message: `the settings can't be read: ${join(home, 'config.json')}`,
      why,
      hint: expect.stringContaining('config.json.broken'),
    };
    expect(() => readSettings(home)).toThrow(expect.objectContaining(expected));
    const writing = changeSettings({ home, nowMs }, (stored) => withSetting(stored, 'model', 'x'));
    await expect(writing).rejects.toMatchObject(expected);
    expect(readFileSync(join(home, 'config.json'), 'utf8')).toBe(text);
  });

  it('says so where the file is a folder', () => {
    const home = tempFolder();
    mkdirSync(join(home, 'config.json'));
    expect(() => readSettings(home)).toThrow(
      expect.objectContaining({ exitCode: 14, why: expect.stringContaining('EISDIR') }),
    );
  });

  it('refuses a value of the wrong kind with the command that mends it', () => {
    const stored = readSettings(homeWith({ settings: { concurrency: 'many', model: 'm' } }));
    expect(() => settingValues(stored)).toThrow(
      expect.objectContaining({
        exitCode: 2,
        message: 'the setting concurrency in config.json can\'t be "many"',
        why: 'it takes a whole number from 1 to 64',
        hint: 'genctl config unset concurrency',
      }),
    );
    expect(settingValues(withoutSetting(stored, 'concurrency'))).toEqual({ model: 'm' });
  });

  it.each([
    ['timeout', 'zz'],
    ['interval', '90'],
    ['idempotency_window', '1 day'],
    ['name', '{nobody}.{ext}'],
    ['name', '../{id}'],
    ['concurrency', 65],
    ['bell', true],
    ['dir', ''],
  ])('goes by the rule of the table for a %s of %j, stored or typed', (name, value) => {
    const stored = readSettings(homeWith({ settings: { [name]: value } }));
    const refusal = expect.objectContaining({ exitCode: 2, code: 'setting_invalid' });
    expect(() => settingValues(stored)).toThrow(refusal);
    expect(() => parseSetting(settingNamed(name), String(value))).toThrow(refusal);
  });
});

it('a stored budget that is no amount is set, not lifted', () => {
  const stored = readSettings(homeWith({ settings: { 'budget.day': '20 USD' } }));
  const hint = 'genctl config set budget.day AMOUNT';
  expect(() => settingValues(stored)).toThrow(expect.objectContaining({ hint }));
});

describe('the built-in value of a setting', () => {
  it.each(settingNames)('of %s is one that it may hold, or says what the job decides', (name) => {
    const setting: Setting = settingTable[name];
    if (setting.builtIn === null) return;
    expect(settingFault(setting, setting.builtIn) === undefined).toBe(setting.inWords !== true);
  });
});

describe('a setting from the command line', () => {
  it.each([
    ['model', 'vendor-a/image', 'vendor-a/image'],
    ['timeout', '90s', '90s'],
    ['timeout', '0', '0'],
    ['concurrency', '12', 12],
    ['color', 'always', 'always'],
    ['cast.fox', 'fox.png', ['fox.png']],
    ['cast.fox', '["fox.png","side.png"]', ['fox.png', 'side.png']],
  ] as const)('%s takes %s', (name, text, value) => {
    expect(parseSetting(name, text)).toEqual(value);
  });

  it.each([
    ['model', ' ', 'it takes a text that is not empty'],
    ['timeout', '90', 'it takes a duration such as 90s, 10m or 0'],
    ['concurrency', '0', 'it takes a whole number from 1 to 64'],
    ['concurrency', '1e1', 'it takes a whole number from 1 to 64'],
    ['color', 'blue', 'it takes auto, always, never'],
    ['cast.fox', ' ', 'it takes a file, or a JSON list of files'],
    ['cast.fox', '[fox.png]', 'it takes a file, or a JSON list of files'],
  ] as const)('%s does not take %j', (name, text, why) => {
    expect(() => parseSetting(name, text)).toThrow(expect.objectContaining({ exitCode: 2, why }));
  });

  it('that does not exist is refused with the nearest, or with all', () => {
    expect(settingNamed('concurrency')).toBe('concurrency');
    const refusal = (name: string) => () => settingNamed(name);
    expect(refusal('colour')).toThrow(expect.objectContaining({ exitCode: 2, why: 'the nearest is color' }));
    expect(refusal('constructor')).toThrow(
      expect.objectContaining({ why: `the settings are ${settingNames.join(', ')} and cast.NAME` }),
    );
  });
});

describe('writing settings', () => {
  it('keeps what it does not know, and lets nobody else read the file', async () => {
    const home = homeWith({
      settings: { new_one: { 'a.b': 1 } },
      profiles: { 'my.host': { base_url: 'x' } },
      other: [1],
    });
    await changeSettings({ home, nowMs }, (stored) => withSetting(stored, 'model', 'm'));
    expect(JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'))).toEqual({
      settings: { new_one: { 'a.b': 1 }, model: 'm' },
      profiles: { 'my.host': { base_url: 'x' } },
      default_profile: null,
      other: [1],
    });
    expect(statSync(join(home, 'config.json')).mode & 0o777).toBe(0o600);
  });

  it('takes a file with a byte order mark, and one that nests without an end', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const home = homeWith(`\uFEFF{"settings":{"later":${deep}},"more":${deep}}`);
    await changeSettings({ home, nowMs }, (stored) => withSetting(stored, 'model', 'm'));
    await changeSettings({ home, nowMs }, (stored) => withSetting(stored, 'dir', 'out'));
    expect(settingValues(readSettings(home))).toEqual({ model: 'm', dir: 'out' });
    // Nothing of it is lost: what is too deep is kept as its own text.
    expect(readFileSync(join(home, 'config.json'), 'utf8').replaceAll(/\s/g, '')).toContain(
      ']'.repeat(19_000),
    );
  });

  it('makes a private home', async () => {
    const home = join(tempFolder(), 'home');
    await changeSettings({ home, nowMs }, (stored) => withSetting(stored, 'model', 'm'));
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(settingValues(readSettings(home))).toEqual({ model: 'm' });
  });

  it('writes nothing where the change is refused, and leaves the lock free', async () => {
    const home = homeWith({ settings: { model: 'm' } });
    const refused = changeSettings({ home, nowMs }, () => {
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    await changeSettings({ home, nowMs }, (stored) => withSetting(stored, 'dir', 'out'));
    expect(settingValues(readSettings(home))).toEqual({ model: 'm', dir: 'out' });
  });

  it('says so where the home is a file', async () => {
    const home = join(tempFolder(), 'home');
    writeFileSync(home, '');
    await expect(changeSettings({ home, nowMs }, (stored) => stored)).rejects.toMatchObject({
      exitCode: 14,
      message: `the settings can't be written: ${join(home, 'config.json')}`,
    });
  });
});
