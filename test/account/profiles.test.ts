import { describe, expect, it } from 'vitest';
import {
  findProfile,
  listProfiles,
  profileNames,
  sandboxProfile,
  withDefaultProfile,
  withLogin,
  withoutProfile,
  withProfileField,
} from '../../src/account/profiles.ts';
import type { StoredSettings } from '../../src/account/settings/settings.ts';

const none: StoredSettings = { settings: {}, profiles: {}, default_profile: null };
const work = {
  name: 'work',
  base_url: 'https://api.example.com',
  credential_command: ['op', 'read', 'op://x'],
  model: 'vendor-a/image',
};
const home = { name: 'home', base_url: 'https://home.example.com', api_key: 'sk-1' };
const both = withLogin(withLogin(none, work), home);

describe('profiles', () => {
  it('keep at a login what else they hold, but for the program that gave the old key', () => {
    const before = withProfileField(both, 'work', 'upload_command', ['put']);
    const after = findProfile(withLogin(before, { ...home, name: 'work' }), 'work');
    expect(after).toEqual({ ...home, name: 'work', model: work.model, upload_command: ['put'] });
  });

  it('have fields that are set one by one, and removed', () => {
    const set = withProfileField(both, 'home', 'model', 'vendor-b/video-2.5');
    expect(findProfile(set, 'home')).toEqual({ ...home, model: 'vendor-b/video-2.5' });
    expect(findProfile(withProfileField(set, 'home', 'model', undefined), 'home')).toEqual(home);
    expect(set.default_profile).toBe('work');
    expect(() => withProfileField(both, 'nobody', 'model', 'x')).toThrow('nobody');
    expect(() => withProfileField(both, 'sandbox', 'model', 'x')).toThrow('sandbox');
  });

  it('always have the sandbox, which needs no key', () => {
    expect(listProfiles(none)).toEqual([sandboxProfile]);
    expect(findProfile(none, 'sandbox')).toEqual({ name: 'sandbox', base_url: 'sandbox:' });
  });

  it('are added, the first as the default, replaced, chosen and removed', () => {
    expect(both.default_profile).toBe('work');
    expect(listProfiles(both)).toEqual([work, home, sandboxProfile]);
    expect(
      findProfile(withLogin(both, { ...work, base_url: 'https://b.example.com' }), 'work').base_url,
    ).toBe('https://b.example.com');
    expect(withDefaultProfile(both, 'home').default_profile).toBe('home');
    expect(withDefaultProfile(both, 'sandbox').default_profile).toBe('sandbox');
    expect(profileNames(withoutProfile(both, 'work'))).toEqual(['home', 'sandbox']);
  });

  it('that are left alone are the default, unless the sandbox was chosen', () => {
    const three = withLogin(both, { ...home, name: 'third' });
    expect(withoutProfile(both, 'work').default_profile).toBe('home');
    expect(withoutProfile(both, 'home').default_profile).toBe('work');
    expect(withoutProfile(three, 'third').default_profile).toBe('work');
    const two = withoutProfile(three, 'work');
    expect(two.default_profile).toBeNull();
    expect(withoutProfile(two, 'home').default_profile).toBe('third');
    expect(withoutProfile(withDefaultProfile(both, 'sandbox'), 'work').default_profile).toBe('sandbox');
    expect(withoutProfile(withLogin(none, work), 'work').default_profile).toBeNull();
  });

  it('are the default once logged in where the sandbox or none was', () => {
    expect(withLogin(withDefaultProfile(none, 'sandbox'), work).default_profile).toBe('work');
    expect(withLogin(withDefaultProfile(both, 'sandbox'), home).default_profile).toBe('home');
    expect(withLogin(both, { ...home, name: 'third' }).default_profile).toBe('work');
  });

  it('leave what they were made from alone', () => {
    withoutProfile(both, 'home');
    withDefaultProfile(both, 'home');
    expect(profileNames(both)).toEqual(['work', 'home', 'sandbox']);
    expect(none.profiles).toEqual({});
  });

  it.each(['wrok', 'constructor', '__proto__', ''])(
    'refuse the unknown name %j with those that exist',
    (name) => {
      for (const use of [findProfile, withDefaultProfile]) {
        expect(() => use(both, name)).toThrow(
          expect.objectContaining({ exitCode: 2, why: 'Stored: work, home, sandbox.' }),
        );
      }
    },
  );

  it.each(['sandbox', 'environment'])('do not let %s be redefined or removed', (name) => {
    expect(() => withLogin(none, { ...home, name })).toThrow(
      expect.objectContaining({ code: 'profile_reserved' }),
    );
    expect(() => withoutProfile(none, name)).toThrow(expect.objectContaining({ code: 'profile_reserved' }));
  });

  it('are the built-in sandbox even where a file says otherwise', () => {
    const forged = { ...none, profiles: { sandbox: { base_url: 'https://evil.example.com' } } };
    expect(listProfiles(forged)).toEqual([sandboxProfile]);
  });

  it.each(['', '-x', '.x', 'a b', 'a/b', 'x'.repeat(65), '__proto__', 'a\u001b'])(
    'can not be called %j',
    (name) => {
      expect(() => withLogin(none, { ...home, name })).toThrow(
        expect.objectContaining({ code: 'profile_name_invalid', exitCode: 2 }),
      );
    },
  );

  it.each([
    [{}, 'its base_url is not text'],
    ['https://x', 'its base_url is not text'],
    [{ base_url: 'x', api_key: 1 }, "its api_key can't be used: it takes a text"],
    [
      { base_url: 'x', credential_command: 'op read' },
      "its credential_command can't be used: it takes a JSON array of texts",
    ],
    [
      { base_url: 'x', upload_command: [] },
      "its upload_command can't be used: it takes a JSON array of texts",
    ],
  ])('that are broken as %j are refused by field, without their key', (fields, why) => {
    const stored = { ...none, profiles: { broken: fields, home: { base_url: home.base_url } } };
    expect(() => findProfile(stored, 'broken')).toThrow(
      expect.objectContaining({ exitCode: 2, why: expect.stringContaining(why) }),
    );
    expect(findProfile(stored, 'home').base_url).toBe(home.base_url);
  });
});
