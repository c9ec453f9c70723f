import { describe, expect, it } from 'vitest';
import { documentFacts } from '../../../src/cli/documents/names.ts';
import { environmentVariables } from '../../../src/cli/help/environment-variables.ts';
import { commandTable } from '../../../src/commands/index.ts';
import { exitCodes } from '../../../src/errors/exit-codes.ts';
import { helpDocument } from '../../../src/run/line/help-document.ts';

const submit = await helpDocument(['submit']);
const flagOf = (name: string) => submit.flags.find((flag) => flag.name === name);
const root = await helpDocument([]);

describe('help as data', () => {
  it('of genctl names every command, exit code, document and variable', () => {
    const named = root.commands.map(({ name }) => name);
    expect(named).toEqual(expect.arrayContaining(Object.keys(commandTable)));
    expect(named).toContain('jobs prune');
    expect(root.exit_codes.map(({ code }) => code)).toEqual(Object.values(exitCodes).map(({ code }) => code));
    expect(root.documents.map(({ name }) => name)).toEqual(Object.keys(documentFacts));
    expect(root.variables).toHaveLength(environmentVariables.length);
    expect([root.command, root.usage, root.flags]).toEqual(['', 'genctl <command> [flags]', []]);
  });

  it('of a command has its usage, its examples, what it prints, and what every line takes', () => {
    expect(submit).toMatchObject({
      command: 'submit',
      usage: 'genctl submit [flags] [prompt...]',
      variables: [],
    });
    expect(submit.examples.length).toBeGreaterThan(2);
    expect(submit.documents.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['genctl.job/v1', 'genctl.request/v1', 'genctl.error/v1']),
    );
    expect(submit.documents.map(({ name }) => name)).not.toContain('genctl.batch/v1');
    expect(submit.global_flags.map(({ name }) => name)).toContain('--yes');
  });

  it.each([
    ['--model', { short: '-m', type: 'text', value: 'id', variable: 'GENCTL_MODEL' }],
    ['--duration', { type: 'number', value: 'seconds', range: null }],
    ['--max-cost', { type: 'number', value: 'usd' }],
    ['--count', { type: 'integer', range: { least: 1 } }],
    ['--api', { allowed: ['v1', 'v2'], offered: null, seldom: true }],
    ['--resolution', { allowed: null, offered: expect.arrayContaining(['1080p']) }],
    ['--concurrency', { default: 8, range: { least: 1, most: 64 } }],
    ['--audio', { type: 'boolean', negated: '--no-audio' }],
    ['--ref-image', { type: 'text', repeats: true }],
    ['--wait', { short: '-w', type: 'boolean', value: null, repeats: false }],
  ])('has what %s takes', (name, facts) => {
    expect(flagOf(name)).toMatchObject(facts);
  });

  it('names variables that help tells of, and commands that there are', async () => {
    const told = environmentVariables.flat().join(' ');
    const commands = await Promise.all(root.commands.map(({ name }) => helpDocument(name.split(' '))));
    const variables = [...commands.flatMap(({ flags }) => flags), ...root.global_flags].map(
      ({ variable }) => variable,
    );
    expect(variables.filter((name) => name !== null && !told.includes(name))).toEqual([]);
    const named = root.commands.map(({ name }) => name);
    const printers = Object.values(documentFacts).flatMap(({ by }) => by);
    expect(printers.filter((by) => !named.includes(by))).toEqual([]);
  });
});
