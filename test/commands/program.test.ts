import { describe, expect, it } from 'vitest';
import { namedPath, readCommandLine } from '../../src/commands/program.ts';

const read = (line: string) => readCommandLine(line.split(' '), 80);

describe('the words of a line that name its command', () => {
  it.each([
    ['submit a fox --model x', ['submit', 'a']],
    ['--profile work jobs prune', ['jobs', 'prune']],
    ['jobs --json --profile work prune', ['jobs', 'prune']],
    ['auth --profile work -q status', ['auth', 'status']],
    // What follows a flag of the command may be its value.
    ['jobs --status prune', ['jobs']],
    ['jobs -- prune', ['jobs']],
    ['--json', []],
  ])('%s', (line, path) => {
    expect(namedPath(line.split(' '))).toEqual(path);
  });
});

describe('a command that runs by itself and has subcommands', () => {
  it('is run by its own name, with its own flags', async () => {
    expect(await read('jobs --status failed')).toMatchObject({ kind: 'run', name: 'jobs' });
    expect(await read('jobs --model prune --limit 3')).toMatchObject({ kind: 'run', name: 'jobs' });
  });

  it('gives way to a subcommand, and global flags may stand before and after it', async () => {
    for (const line of ['jobs prune --older-than 1d --json', '--json jobs prune', 'jobs --json prune']) {
      expect(await read(line)).toMatchObject({ kind: 'run', name: 'prune', globals: { json: true } });
    }
  });

  it('takes no other word', async () => {
    await expect(read('jobs prume')).rejects.toMatchObject({ exitCode: 2 });
    await expect(read('jobs prune --limit 3')).rejects.toMatchObject({ exitCode: 2 });
    await expect(read('jobs --limit 3 prune --older-than 1d')).rejects.toMatchObject({ exitCode: 2 });
  });
});
