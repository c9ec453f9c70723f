import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { completionTable } from '../../scripts/completion-table.ts';

const folder = resolve(import.meta.dirname, '../../completions');

it('the table knows subcommands, flags, their values and what is looked up', async () => {
  const { commands, flags } = await completionTable();
  const flag = (command: string, name: string) =>
    commands[command]?.flags.map((place) => flags[place]).find((one) => one?.names.includes(name));
  expect(commands['']?.below).toContain('jobs');
  expect(commands.jobs?.below).toEqual(['prune']);
  expect(commands['config set']?.positions).toEqual(['setting', 'setting-value']);
  expect(commands.help?.positions[0]).toEqual(expect.arrayContaining(['exit-codes', 'submit']));
  expect(flag('config list', '--show-origin')).not.toHaveProperty('takes');
  expect(flag('submit', '--ratio')?.takes).toBe('option-ratio');
  expect(flag('submit', '--no-audio')).toBeDefined();
  expect(flag('draft', '-m')).toBe(flag('submit', '--model'));
  expect(flag('jobs prune', '--profile')?.takes).toBe('profile');
});

it.each(['genctl.bash', '_genctl', 'genctl.fish'])('%s asks at each TAB and knows no command', (name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  expect(text).toContain('__complete');
  expect(text).not.toMatch(/submit|--profile/);
  expect(readdirSync(folder)).toHaveLength(3);
});
