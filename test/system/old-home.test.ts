import { afterEach, expect, it } from 'vitest';
import { copyHome } from '../store/fixtures/home-0.1/copy-home.ts';
import { realTerminals } from './real-terminal.ts';

const terminals = realTerminals('genctl-old-home');
afterEach(terminals.close);

it('what was begun in the composer of 0.1 is gone on with', async () => {
  const terminal = terminals.open(100);
  copyHome(terminal.home);
  terminal.run('compose --resume red-fox --dry-run');
  await terminal.until(/\? Options/);
  terminal.press('Enter');
  await terminal.until(/\? Ready/);
  terminal.press('Enter');
  expect(await terminal.until(/ended 0/)).toContain('"prompt": "a red fox"');
});
