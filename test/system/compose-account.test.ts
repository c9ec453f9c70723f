import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { serveSandbox } from '../transcripts/fixtures/served-sandbox.ts';
import { realTerminals } from './real-terminal.ts';

const terminals = realTerminals('genctl-account');
afterEach(terminals.close);

it('a wrong key, and a wrong base URL, are asked for again, and the composer goes on with the right ones', async () => {
  const home = mkdtempSync(join(tmpdir(), 'genctl-served-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const { account } = await serveSandbox(home);
  const terminal = terminals.open(100);
  const logIn = async (baseUrl: string, key: string): Promise<void> => {
    await terminal.until(/→ try the sandbox/);
    terminal.press('Down', 'Enter');
    await terminal.until(/\? Base URL of the service/);
    terminal.type(baseUrl);
    terminal.press('Enter');
    await terminal.until(/\? API key/);
    terminal.type(key);
    terminal.press('Enter');
  };
  terminal.run('');
  await logIn(account.GENCTL_BASE_URL, 'wrong');
  await terminal.until(/✗ .*401|✗ .*key/i);
  await logIn('http://127.0.0.1:9', 'wrong');
  await terminal.until(/✗ No service answers/);
  await logIn(account.GENCTL_BASE_URL, account.GENCTL_API_KEY);
  await terminal.until(/\? Model/);
  terminal.type('image-1');
  await terminal.until(/→ vendor-a\/image-1/);
  terminal.press('Enter');
  await terminal.until(/\? Prompt/);
  terminal.type('a red fox');
  terminal.press('Enter');
  await terminal.until(/\? Options/);
  terminal.press('Enter');
  await terminal.until(/\? Ready/);
  terminal.press('Down', 'Enter');
  expect(await terminal.until(/ended \d+/)).toMatch(/a-red-fox-\w{8}-1\.png \([\d.]+ k?B\)\nended 0/);
});

it('a stored account whose key is wrong leads back to the choice of accounts', async () => {
  const home = mkdtempSync(join(tmpdir(), 'genctl-served-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const { account } = await serveSandbox(home);
  const terminal = terminals.open(100);
  terminal.type(
    `printf ${account.GENCTL_API_KEY} | genctl auth login --base-url ${account.GENCTL_BASE_URL}\n`,
  );
  await terminal.until(/default is at/);
  terminal.type(`sed -i 's/${account.GENCTL_API_KEY}/wrong/' genctl/config.json; clear\n`);
  terminal.run('compose');
  await terminal.until(/→ default/);
  terminal.press('Enter');
  await terminal.until(/✗ [\s\S]*\? Account/);
  terminal.type('sandbox');
  await terminal.until(/→ sandbox/);
  terminal.press('Enter');
  await terminal.until(/\? Model/);
});

it('Esc goes back from each question of a login, and leaves none of them on the screen', async () => {
  const terminal = terminals.open(100);
  terminal.run('');
  await terminal.until(/→ try the sandbox/);
  terminal.press('Escape');
  await terminal.until(/→ try the sandbox/);
  terminal.press('Down', 'Enter');
  await terminal.until(/\? Base URL of the service/);
  terminal.type('http://127.0.0.1:9');
  terminal.press('Enter');
  await terminal.until(/\? API key/);
  terminal.press('Escape');
  await terminal.until(/\? Base URL of the service *$/m);
  terminal.press('Escape');
  // The arrow is on what was chosen before.
  const screen = await terminal.until(/→ log in/);
  expect(screen).not.toMatch(/\? Base URL|API key/);
  terminal.press('Up', 'Enter');
  await terminal.until(/\? Model/);
});
