import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/account/account.ts';
import { resolveKey } from '../../../src/account/keys/credentials.ts';
import { commandRunner } from '../../../src/account/keys/run-command.ts';
import type { KeySource } from '../../../src/account/rules/claim-account.ts';

const runCommand = commandRunner(process.env);

function account(keySource: KeySource, script?: string): Account {
  return {
    profile: 'work',
    baseUrl: 'https://api.example.com',
    embedded: false,
    keySource,
    stored: {
      name: 'work',
      base_url: 'https://api.example.com',
      api_key: 'sk-stored',
      ...(script === undefined ? {} : { credential_command: [process.execPath, '-e', script] }),
    },
  };
}

const ports = { environment: { GENCTL_API_KEY: 'sk-env' }, runCommand };

describe('the key of an account', () => {
  it('comes from where the account says', async () => {
    expect(await resolveKey(account('environment'), ports)).toBe('sk-env');
    expect(await resolveKey(account('stored'), ports)).toBe('sk-stored');
    expect(await resolveKey(account('sandbox'), ports)).toBe('sbx_local');
    const script = `console.error('a notice'); console.log('  sk-printed  \\r\\nsecond line')`;
    expect(await resolveKey(account('command', script), ports)).toBe('sk-printed');
  });

  it('goes through no shell', async () => {
    const quoting = account('command');
    if (quoting.stored !== undefined) {
      quoting.stored.credential_command = [
        process.execPath,
        '-e',
        'console.log(process.argv[1])',
        '$HOME;`id`',
      ];
    }
    expect(await resolveKey(quoting, ports)).toBe('$HOME;`id`');
  });

  it('is not waited for longer than the limit, nor what its command started', async () => {
    const script = `require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 3000)'], { stdio: 'inherit' }); setTimeout(() => {}, 3000)`;
    const before = performance.now();
    await expect(resolveKey(account('command', script), { ...ports, timeoutMs: 200 })).rejects.toMatchObject({
      exitCode: 3,
      code: 'credential_command_failed',
      why: expect.stringContaining('it was ended after 0.2 s'),
    });
    expect(performance.now() - before).toBeLessThan(2000);
  });

  it('is missing where the command fails, with what it said', async () => {
    const script = `console.log('sk-half'); console.error('not signed in'); process.exitCode = 7`;
    const error = await resolveKey(account('command', script), ports).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      exitCode: 3,
      why: expect.stringContaining('it ended with 7: not signed in'),
    });
    expect(JSON.stringify(error)).not.toContain('sk-half');
  });

  it('is shown by no failed command, not even by one that traces itself', async () => {
    const script = `console.log('pk.quiet-river-42'); console.error('+ echo pk.quiet-river-42\\ncurl https://op.test/?sig=abc: Bearer abc123def'); process.exitCode = 1`;
    const failed = expect(resolveKey(account('command', script), ports)).rejects;
    await failed.toMatchObject({
      why: expect.stringMatching(
        /it ended with 1: \+ echo \*\*\* curl https:\/\/op\.test\/\?\*\*\* Bearer \*\*\*$/,
      ),
    });
  });

  it('is missing where there is no such program', async () => {
    const missing = account('command');
    if (missing.stored !== undefined) missing.stored.credential_command = ['/nowhere/op', 'read'];
    await expect(resolveKey(missing, ports)).rejects.toMatchObject({
      exitCode: 3,
      why: 'there is no program /nowhere/op, or no interpreter that its first line names',
    });
    missing.stored = { ...missing.stored, credential_command: ['nosuchprog'] } as typeof missing.stored;
    await expect(resolveKey(missing, ports)).rejects.toMatchObject({
      why: 'no program nosuchprog on the PATH',
    });
  });

  it.each(['sk-1\n', 'sk-1\r\n', '\uFEFFsk-1', ' sk-1\t'])(
    'is read without a line break or a mark around it (%j)',
    async (written) => {
      const environment = { GENCTL_API_KEY: written };
      expect(await resolveKey(account('environment'), { ...ports, environment })).toBe('sk-1');
      const stored = account('stored');
      if (stored.stored !== undefined) stored.stored.api_key = written;
      expect(await resolveKey(stored, ports)).toBe('sk-1');
      const script = `process.stdout.write(${JSON.stringify(`\n${written}\nmore\n`)})`;
      expect(await resolveKey(account('command', script), ports)).toBe('sk-1');
    },
  );

  it.each([
    ['sk-1\nsk-2', 'character 5 of 9 is a space, a line break or not ASCII'],
    ['sk-é', 'character 4 of 4 is a space, a line break or not ASCII'],
    ['sk 1', 'character 3 of 4 is a space, a line break or not ASCII'],
    ['', 'it is empty'],
  ])('that could not be a header (%j) is refused without being shown', async (key, why) => {
    const environment = { GENCTL_API_KEY: key };
    const error = await resolveKey(account('environment'), { ...ports, environment }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ exitCode: 3, code: 'key_malformed', why });
    expect(String(error)).not.toContain('sk');
  });

  it('that a command does not print is refused', async () => {
    await expect(resolveKey(account('command', ''), ports)).rejects.toMatchObject({
      code: 'key_malformed',
      message: expect.stringContaining('credential command of work'),
    });
  });
});
