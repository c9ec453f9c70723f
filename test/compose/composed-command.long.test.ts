import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Account } from '../../src/account/account.ts';
import { commandLine, composedCommand, composedWords } from '../../src/compose/composed-command.ts';
import { buildSubmission } from '../../src/request/rules/request-body.ts';
import { withUsual } from '../../src/request/rules/usual-values.ts';
import { readCommandLine } from '../../src/run/line/program.ts';
import { corpus, corpusSchema } from '../schema/fixtures/corpus.ts';
import { none } from './no-defaults.ts';
import { compose, hurried, thorough } from './rules/scripted-answerer.ts';

const account: Account = {
  profile: 'sandbox',
  baseUrl: 'sandbox:',
  embedded: true,
  keySource: 'sandbox',
  stored: undefined,
};

/** The words of a line as a shell splits it. */
function argvOf(line: string): string[] {
  const output = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' });
  return output.split('\0').slice(0, -1);
}

const content = corpusSchema('content-parts').entry;
const body = { model: content.id, input: { content: [{ type: 'text', text: 'a fox' }], duration: 7 } };

/** The words of the line that says this prompt, without the program. */
function lineOf(text: string): string[] {
  const odd = { ...body, input: { ...body.input, content: [{ type: 'text', text }] } };
  const command = composedCommand({ body: odd, entry: content, given: {}, defaults: none });
  expect(composedWords(command).prompt).toBe(text);
  return argvOf(commandLine(command, { account, isUsual: false })).slice(1);
}

describe('the submit that a composed request is', () => {
  it.each(
    corpus.flatMap((one) =>
      [compose(one, hurried), compose(one, thorough())].map((made) => [one.name, one, made] as const),
    ),
  )('asks for just that body: %s', (_, { entry }, made) => {
    const command = composedCommand({ body: made.body, entry, given: {}, defaults: none });
    const words = composedWords(command);
    expect(buildSubmission(withUsual(words, none), entry)).toEqual(made.body);
  });

  it('has the body whole where its words would make another one on a machine without the list', () => {
    const id = 'vendor-b/video-2.5';
    const duration = { type: 'string', enum: ['5', '10'] };
    const inputSchema = { type: 'object', properties: { content: { type: 'array' }, duration } };
    const entry = { id, medium: 'video', runtimeSeconds: 60, maxOutputCount: 1, inputSchema };
    const text = [{ type: 'text', text: 'a fox' }];
    const asked = { model: id, input: { content: text, duration: '5' } };
    const words = composedWords(composedCommand({ body: asked, entry, given: {}, defaults: none }));
    expect(buildSubmission(withUsual(words, none), undefined)).toEqual(asked);
  });

  it('says a duration with its unit', () => {
    const command = composedCommand({
      body,
      entry: content,
      given: { wait: true, timeout: 600_500 },
      defaults: none,
    });
    const line = commandLine(command, { account, isUsual: false });
    expect(line).toContain('--timeout 600500ms');
  });

  it('is what its line says to a shell, and to the program', async () => {
    const odd = { ...body, input: { ...body.input, content: [{ type: 'text', text: "-it's\ntwo lines" }] } };
    const command = composedCommand({ body: odd, entry: content, given: {}, defaults: none });
    const [program, ...argv] = argvOf(commandLine(command, { account, isUsual: false }));
    expect(program).toBe('genctl');
    expect(argv.slice(0, 4)).toEqual(['submit', "--prompt=-it's\ntwo lines", '--model', content.id]);
    expect(argv.at(-1)).toBe('--sandbox');
    const request = await readCommandLine(argv);
    expect(request).toMatchObject({ kind: 'run', name: 'submit', globals: { sandbox: true } });
  });

  it.each([
    ['@alice waves', ['@@alice waves']],
    ['@', ['@@']],
    ['@@ twice', ['@@@ twice']],
    ['--', ['--prompt=--']],
    ['--duration 9', ['--prompt=--duration 9']],
  ])('keeps the words %s from being read as a file or a flag, and takes flags behind them', (text, said) => {
    const argv = lineOf(text);
    expect(argv.slice(1, 1 + said.length)).toEqual(said);
    expect(argv).not.toContain('--');
  });

  it.each(['-', 'package.json'])('has the words %s behind a --: nothing else says them', (text) => {
    expect(lineOf(text).slice(-2)).toEqual(['--', text]);
  });

  it('gives the body whole where a default of the project would change it', () => {
    const defaults = { ...none, options: { ratio: '16:9' } };
    const command = composedCommand({ body, entry: content, given: {}, defaults });
    expect(commandLine(command, { account, isUsual: true })).toBe(
      `genctl submit --body '${JSON.stringify(body)}'`,
    );
    const same = { ...body, input: { ...body.input, ratio: '16:9' } };
    const worded = composedCommand({ body: same, entry: content, given: {}, defaults });
    expect(commandLine(worded, { account, isUsual: true })).toBe(
      `genctl submit 'a fox' --model ${content.id} --duration 7 --ratio 16:9`,
    );
  });

  it('has the names of the cast as they were typed, also where a project has them', () => {
    const picture = { type: 'image_url', image_url: { url: '@fox' }, role: 'reference_image' };
    const worded = { model: content.id, input: { content: [{ type: 'text', text: '{fox} runs' }, picture] } };
    const sent = { model: content.id, input: { content: [{ type: 'text', text: 'image 1 runs' }] } };
    const defaults = { ...none, cast: new Map([['fox', ['/art/fox.png']]]) };
    const command = composedCommand({ body: worded, sent, entry: content, given: {}, defaults });
    expect(commandLine(command, { account, isUsual: true })).toBe(
      `genctl submit '{fox} runs' --model ${content.id} --ref-image @fox`,
    );
  });

  it('leaves out what only a wait needs, as the command would refuse it without one', () => {
    const waits = composedCommand({ body, entry: content, given: { timeout: 5_000 }, defaults: none });
    expect(commandLine(waits, { account, isUsual: true })).not.toContain('--timeout');
    const waiting = { ...waits, flags: { ...waits.flags, wait: true } };
    expect(commandLine(waiting, { account, isUsual: true })).toContain('--timeout 5s');
  });

  it('has what the composer’s own line said of the rest, and sends', () => {
    const given = { dir: 'out', once: 'shot-1', dryRun: true, sidecar: false };
    const line = commandLine(composedCommand({ body, entry: content, given, defaults: none }), {
      account,
      isUsual: true,
    });
    expect(argvOf(line)).toEqual(
      expect.arrayContaining(['--dir', 'out', '--once', 'shot-1', '--no-sidecar', '--duration', '7']),
    );
    expect(line).not.toContain('--dry-run');
  });

  it('names the account where it is not the usual one', () => {
    const command = composedCommand({ body, entry: content, given: {}, defaults: none });
    const studio: Account = {
      ...account,
      profile: 'studio',
      baseUrl: 'https://example.com',
      embedded: false,
    };
    expect(commandLine(command, { account: studio, isUsual: false })).toMatch(/ --profile studio$/);
    expect(commandLine(command, { account: studio, isUsual: true })).not.toContain('studio');
  });
});

describe('the command of a step', () => {
  const id = 'vendor-b/video-2.5';
  const model = { ...content, id, inputSchema: undefined };
  const words = { type: 'text', text: 'a fox' };
  const draftTask = { type: 'draft_task', draft_task: { id: 'job_1' } };
  const line = (input: Record<string, unknown>, defaults = none, given = {}) =>
    commandLine(composedCommand({ body: { model: id, input }, entry: model, given, defaults }), {
      account,
      isUsual: true,
    });

  it('is draft for one, whatever resolution is usual', () => {
    const usual = { ...none, options: { resolution: '720p' } };
    expect(line({ content: [words], duration: 5, draft: true }, usual)).toBe(
      `genctl draft 'a fox' --model ${id} --duration 5`,
    );
  });

  it('is finalize for a final, with the flags of its own', () => {
    expect(line({ content: [draftTask] })).toBe('genctl finalize job_1');
    const usual = { ...none, options: { duration: 7 } };
    expect(line({ content: [draftTask], output_format: 'mov', odd: 1 }, usual, { wait: true })).toBe(
      'genctl finalize job_1 --output-format mov --wait --set odd=1',
    );
  });

  it('is submit for what neither of them says', () => {
    expect(line({ content: [words, draftTask] })).toMatch(/^genctl submit --model \S+ --set 'content=/);
    expect(line({ content: [draftTask], seed: 8 })).toMatch(/^genctl submit .*--set 'content=/);
    const other = { ...content, id: 'vendor-b/video-2.0', inputSchema: undefined };
    const asked = { model: other.id, input: { content: [words], draft: true } };
    const submitted = composedCommand({ body: asked, entry: other, given: {}, defaults: none });
    expect(commandLine(submitted, { account, isUsual: true })).toContain('submit');
  });
});
