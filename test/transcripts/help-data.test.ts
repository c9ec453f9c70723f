import { expect, it } from 'vitest';
import { errorOf, newHome } from './genctl.ts';

interface Help {
  schema: string;
  command: string;
  flags: { name: string; allowed: string[] | null }[];
  commands: { name: string }[];
  documents: { name: string }[];
}

it('help as data leads from the commands to a flag, and to the schema of what is printed', async () => {
  const { run } = newHome();
  const help = async (...words: string[]): Promise<Help> => {
    const ended = await run([...words, '--json']);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    return JSON.parse(ended.stdout) as Help;
  };
  const { commands } = await help('help');
  expect(commands.map(({ name }) => name)).toContain('sandbox serve');
  expect(await help('submit', '--help')).toEqual(await help('help', 'submit'));
  expect(await help('help', 'sandbox', 'serve')).toMatchObject({ command: 'sandbox serve' });
  const wait = await help('help', 'wait');
  const interrupt = wait.flags.find(({ name }) => name === '--on-interrupt');
  expect(interrupt?.allowed).toEqual(['detach', 'cancel']);
  for (const { name } of wait.documents) {
    const { stdout } = await run(['help', 'json', '--schema', name]);
    expect(JSON.parse(stdout)).toMatchObject({ title: name });
  }
  const typo = await run(['help', 'sumbit', '--json']);
  expect(errorOf(typo)).toMatchObject({
    exit_code: 2,
    fix: { argv: ['genctl', 'help', 'submit'] },
  });
});
