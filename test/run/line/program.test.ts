import { describe, expect, it } from 'vitest';
import { namedPath } from '../../../src/cli/line-words.ts';
import { commandTable } from '../../../src/commands/index.ts';
import { readCommandLine } from '../../../src/run/line/program.ts';
import { fitHelp } from '../../../src/terminal/fit-help.ts';

const read = (line: string) => readCommandLine(line.split(' '));

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

describe('a line with a slip of the finger', () => {
  it.each([
    ['submitt fox', 'submit', 'genctl submit --help'],
    ['jobs prume', 'prune', 'genctl jobs --help'],
    ['config lst', 'list', 'genctl config --help'],
    ['submit fox --durration 5', '--duration', 'genctl submit --help'],
    ['wait x --no-sidcar', '--no-sidecar', 'genctl wait --help'],
    ['jobs prune --older-then 1d', '--older-than', 'genctl jobs prune --help'],
    ['--jsn status', '--json', 'genctl status --help'],
    ['help exitcodes', 'exit-codes', 'genctl help exit-codes'],
    ['help sumbit', 'submit', 'genctl help submit'],
  ])('%s: the nearest is %s', async (line, nearest, hint) => {
    await expect(read(line)).rejects.toMatchObject({ why: `The nearest is ${nearest}.`, hint });
  });

  it.each([
    ['jobs --status succeded', 'succeeded'],
    ['models --media vide', 'video'],
  ])('%s: the value was probably %s', async (line, nearest) => {
    const request = await read(line);
    const flag = line.split(' ').at(-2);
    expect(request.kind === 'run' && request.prepare).toThrow(
      expect.objectContaining({
        why: expect.stringContaining(`The nearest is ${nearest}.`),
        hint: `${flag} ${nearest}`,
      }),
    );
  });

  it('takes a word too many for what it is, where the command itself is right', async () => {
    await expect(read('auth set model vendor-a/image-1 more')).rejects.toMatchObject({
      code: 'excess_arguments',
      why: expect.not.stringContaining('nearest'),
    });
  });

  it('says where words that begin with a dash go, unless they are a flag alone', async () => {
    const why = expect.stringContaining('Words that begin with a dash come after --.');
    for (const words of ['- a fox', '--a leading dash', '-a fox', '--a fox=red'])
      await expect(readCommandLine(['submit', words])).rejects.toMatchObject({ code: 'unknown_option', why });
    for (const flag of ['--zorgle', '--zorgle=a fox'])
      await expect(readCommandLine(['submit', flag])).rejects.toMatchObject({
        why: expect.not.stringContaining('after --'),
      });
  });

  it('says so where nothing is near', async () => {
    await expect(read('xylophone')).rejects.toMatchObject({ hint: 'genctl --help' });
    await expect(read('help xylophone')).rejects.toMatchObject({ exitCode: 2, hint: 'genctl --help' });
  });
});

describe('a flag that takes one value', () => {
  it.each([
    ['submit fox -m a --model b', '--model is given twice: "a" and "b"'],
    ['submit -p x --prompt=y', '--prompt is given twice: "x" and "y"'],
    ['submit fox --duration 5 --duration 6', '--duration is given twice: "5" and "6"'],
    [
      'submit fox --callback-url https://a.b/?k=1 --callback-url https://c.d',
      expect.not.stringContaining('k=1'),
    ],
    ['status x --profile work --profile home', '--profile is given twice: "work" and "home"'],
    ['--profile work jobs --profile home', '--profile is given twice: "work" and "home"'],
    ['--profile work auth status --profile home', '--profile is given twice: "work" and "home"'],
    ['auth --profile work status --profile home', '--profile is given twice: "work" and "home"'],
    ['--color never jobs --color always', '--color is given twice: "never" and "always"'],
  ])('%s: is refused with another one', async (line, message) => {
    await expect(read(line)).rejects.toMatchObject({ exitCode: 2, code: 'flag_twice', message });
  });

  it.each([
    'submit fox -m a -m a',
    'submit fox --set a=1 --set b=2 --json --json',
    'submit fox --audio --no-audio',
    '--profile work status x --profile work',
  ])('%s: nothing is lost', async (line) => {
    expect(await read(line)).toMatchObject({ kind: 'run' });
  });
});

describe('help', () => {
  it('has the eight first, then the rest, those for many machines and for faults behind them, and explains the flags of every command last', async () => {
    const request = await read('help');
    const text = request.kind === 'help' ? request.text : '';
    const eight = ['submit', 'status', 'wait', 'cancel', 'models', 'draft', 'finalize', 'refs'];
    const places = [
      ...eight.map((name) => `  ${name} `),
      'More:',
      'Advanced:',
      'Global flags:',
      'Topics:',
    ].map((words) => text.indexOf(`\n${words}`));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(text.indexOf('Commands:'));
    expect(text).not.toContain('Options:');
  });

  it.each([
    ['help submit --json', 'submit'],
    ['help --json submit', 'submit'],
    ['submit --help --json', 'submit'],
    ['--help --json', ''],
    ['jobs --json prune --help', 'jobs prune'],
    ['auth --json', 'auth'],
    ['--json', ''],
    ['help --json', ''],
    ['--json help', ''],
  ])('is data, where %s asks for it', async (line, command) => {
    expect(await read(line)).toMatchObject({ kind: 'help document', fields: { command } });
  });

  it('is short enough for a window of 30 rows, and names every command', async () => {
    const request = await read('--help');
    const text = request.kind === 'help' ? fitHelp(request.text, 80) : '';
    expect(text.split('\n').length).toBeLessThanOrEqual(30);
    for (const name of Object.keys(commandTable)) expect(text).toMatch(new RegExp(`\\s${name}\\s`));
    expect(text).toContain('--profile');
    expect(text).toContain('genctl help');
  });

  it.each([40, 80, 120])('fits a window of %i columns, but for lines to copy', async (columns) => {
    for (const line of ['--help', 'submit --help', 'auth --help']) {
      const request = await read(line);
      const text = request.kind === 'help' ? fitHelp(request.text, columns) : '';
      const prose = text.split('\n').filter((one) => !/^( {2}\$ |Topics:|Usage:)/.test(one));
      expect(prose.length).toBeGreaterThan(10);
      expect(prose.filter((one) => one.length > columns)).toEqual([]);
    }
  });

  it('of a command has the flags one uses; help COMMAND has all; both name those of every line', async () => {
    const text = async (line: string) => {
      const request = await read(line);
      return request.kind === 'help' ? request.text : '';
    };
    const [short, whole] = [await text('submit --help'), await text('help submit')];
    expect(short).toContain('--duration <seconds>');
    expect(short).not.toContain('--idempotency-key <');
    expect(short.trimEnd()).toMatch(/All flags of submit, \d+ more than here: genctl help submit$/);
    expect((await text('queue status --help')).trimEnd()).toMatch(
      /All flags of queue status: genctl help queue status$/,
    );
    for (const flag of ['--idempotency-key <key>', '--no-preflight']) expect(whole).toContain(`  ${flag} `);
    const named = 'Every command takes --profile --sandbox';
    for (const help of [short, whole]) expect(help.split('Examples:')[1]).toContain(named);
    expect(whole).not.toContain('--base-url <url>');
    expect(await text('help')).toContain('  --base-url <url> ');
    expect(whole.split('  $ genctl').length).toBeGreaterThan(short.split('  $ genctl').length);
    // A flag that is left out is taken all the same.
    expect(await read('submit fox --no-preflight --json')).toMatchObject({ kind: 'run', name: 'submit' });
    const bare = await readCommandLine([]);
    expect(bare).toEqual({ kind: 'help', text: await text('--help') });
    expect(await text('auth')).toBe(await text('auth --help'));
    expect(await text('config set --help')).toContain('genctl help config set');
  });
});
