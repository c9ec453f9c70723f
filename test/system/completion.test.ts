import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { writeModelCache } from '../../src/account/model-cache.ts';
import { openCompositions } from '../../src/compose/compositions.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import { at, intent, jobRecord } from '../ledger/fixtures/records.ts';
import { sample } from '../sample.ts';
import { type RealTerminal, realTerminals } from './real-terminal.ts';

const root = resolve(import.meta.dirname, '../..');
const terminals = realTerminals('genctl-completion');
afterEach(() => terminals.close());

/** What a shell would run, and what would steer a terminal or a list of zsh's. */
const hostile = '$(touch ran1) `touch ran2` "; touch ran3;" \'; touch ran4';
const steering = 'one\ntwo\u001b]0;t\u0007 \u202Eevil %Bx\\ :';

/** What a machine knows: two jobs and a draft, a job and a model with names that a shell would run, accounts. */
async function furnish(home: string): Promise<void> {
  const genctlHome = join(home, 'genctl');
  const ledger = openLedger({ folder: join(genctlHome, 'ledger'), nowMs: () => 0, warn: () => {} });
  const body = (prompt: string, fields = {}) =>
    JSON.stringify({ model: 'vendor-b/video-2.5', input: { ...fields, content: [{ text: prompt }] } });
  const jobs = [
    ['job_plain', body('a red fox')],
    ['job_$(touch ran5)', body('x')],
    ['job_hostile', body(hostile)],
    ['job_steering', body(steering)],
    ['job_draft', body('a tram', { draft: true })],
  ] as const;
  for (const [place, [id, text]] of jobs.entries()) {
    const own = intent({ idempotency_key: `key-${place}`, body: text, created_at: at(place) });
    await ledger.recordJob(jobRecord(id, { intent: own, recorded_at: at(place) }));
  }
  const owner = { home: genctlHome, baseUrl: 'https://api.example.com', profile: 'studio' };
  const entry = { medium: 'video', runtimeSeconds: 60, maxOutputCount: 1, inputSchema: undefined };
  writeModelCache(owner, at(0), [
    { id: 'vendor-b/video-2.5', ...entry },
    { id: 'vendor-a/image-1', ...entry, medium: 'image' },
    { id: 'vendor-a/`touch ran6`', ...entry },
  ]);
  openCompositions(genctlHome).save('red-fox', {
    schema: 1,
    saved_at: at(0),
    profile: 'sandbox',
    base_url: 'sandbox:',
    composition: { body: { model: 'vendor-a/image-1', input: { prompt: hostile } } },
  });
  const profiles = { studio: { base_url: 'https://api.example.com', api_key: 'secret' } };
  writeFileSync(join(genctlHome, 'config.json'), JSON.stringify({ profiles, default_profile: 'studio' }));
  mkdirSync(join(home, 'folder with space'));
  writeFileSync(join(home, 'hero shot.png'), '');
  mkdirSync(join(home, 'bin'));
  const program = join(home, 'bin/genctl');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${root}/bin/genctl.js' "$@"\n`);
  chmodSync(program, 0o755);
}

async function openShell(start: string): Promise<RealTerminal> {
  const terminal = terminals.open(120);
  await furnish(terminal.home);
  terminal.type(start);
  await terminal.until(/^ready/m);
  terminal.press('C-l');
  return terminal;
}

/** The line after a tab, once it shows that. */
async function expectLine(terminal: RealTerminal, typed: string, whole: string): Promise<void> {
  terminal.type(typed);
  terminal.press('Tab');
  await terminal.until(new RegExp(`^[$%] ${whole.replaceAll(/[\\.^$*+?()[\]{}|]/g, '\\$&')}`, 'm'));
  terminal.press('C-e');
  terminal.press('C-u');
  terminal.press('C-l');
}

const lines: [typed: string, whole: string][] = [
  ['genctl stat', 'genctl status'],
  ['genctl --profile studio jobs pr', 'genctl --profile studio jobs prune'],
  ['genctl submit --dry', 'genctl submit --dry-run'],
  ['genctl submit --ratio=16:', 'genctl submit --ratio=16:9'],
  ['genctl submit --model=vendor-b', 'genctl submit --model=vendor-b/video-2.5'],
  [
    'genctl submit --sandbox -m house/video-h3-mini --resolution 7',
    'genctl submit --sandbox -m house/video-h3-mini --resolution 720p',
  ],
  ['genctl submit --json --dry', 'genctl submit --json --dry-run'],
  ['genctl wait --color=never -y @last job_p', 'genctl wait --color=never -y @last job_plain'],
  ['genctl -q wait --any -v job_p', 'genctl -q wait --any -v job_plain'],
  ['genctl wait "job_p', 'genctl wait "job_plain"'],
  ['genctl wait @last job_h', 'genctl wait @last job_hostile'],
  ['genctl finalize ', 'genctl finalize job_draft'],
  ['genctl jobs --status que', 'genctl jobs --status queued'],
  ['genctl config set color al', 'genctl config set color always'],
  ['genctl auth logout stu', 'genctl auth logout studio'],
  ['genctl submit --first-frame her', 'genctl submit --first-frame hero\\ shot.png'],
  ['genctl submit -D fol', 'genctl submit -D folder\\ with\\ space/'],
  ['genctl completion f', 'genctl completion fish'],
  ['genctl compose --resume red', 'genctl compose --resume red-fox'],
  ['genctl jobs --columns id,sta', 'genctl jobs --columns id,status'],
  [
    'genctl submit --sandbox -m vendor-a/image-1 --set si',
    'genctl submit --sandbox -m vendor-a/image-1 --set size=',
  ],
];

/** Half of them, others for each shell and in each run. */
const linesFor = (shell: string) => sample(lines, () => shell, 2);

/** Nothing that a prompt, an id or a model's name says was run, and nothing of it reached the terminal. */
function expectNothingRan({ home, screen }: RealTerminal): void {
  for (const number of [1, 2, 3, 4, 5, 6]) expect(existsSync(join(home, `ran${number}`))).toBe(false);
  expect(screen()).not.toContain('\u202E');
}

describe('bash', () => {
  const start = 'source <(genctl completion bash); echo ready\n';

  it('completes commands, flags, values, jobs, models, accounts and files', async () => {
    const terminal = await openShell(start);
    for (const [typed, whole] of linesFor('bash')) await expectLine(terminal, typed, whole);
  });

  it('lists jobs newest first, with their state and prompt, and runs nothing of them', async () => {
    const terminal = await openShell(start);
    terminal.type('genctl wait ');
    terminal.press('Tab', 'Tab');
    const shown = await terminal.until(/job_plain/);
    expect(shown).toMatch(
      /@last {2}\(queued: a tram\)[\s\S]*job_draft[\s\S]*job_hostile[\s\S]*job_plain {2}\(queued: a red fox\)/,
    );
    expect(shown).toContain('$(touch ran1) `touch ran2`');
    expect(shown).toContain('one two\\x1b]0;t\\x07 \\u{202e}evil %Bx\\ :');
    expect(shown).not.toContain('ran5');
    terminal.type('job_h');
    terminal.press('Tab');
    await terminal.until(/wait job_hostile/);
    terminal.type(' --help | tail -1; echo ended\n');
    await terminal.until(/^ended/m);
    expectNothingRan(terminal);
  });

  it('offers no model whose name a shell would run', async () => {
    const terminal = await openShell(start);
    await expectLine(terminal, 'genctl submit -m vendor-a/', 'genctl submit -m vendor-a/image-1');
    expectNothingRan(terminal);
  });
});

describe('zsh', () => {
  const start =
    'PS1="%% " PATH="$PWD/bin:$PATH" exec zsh -f\nautoload -Uz compinit; compinit -D -u; source <(genctl completion zsh); echo ready\n';

  it('completes commands, flags, values, jobs, models, accounts and files', async () => {
    const terminal = await openShell(start);
    for (const [typed, whole] of linesFor('zsh')) await expectLine(terminal, typed, whole);
  });

  it('lists commands and jobs with what they are, and runs nothing of them', async () => {
    const terminal = await openShell(start);
    terminal.type('genctl s');
    terminal.press('Tab');
    await terminal.until(/^show +print the request/m);
    terminal.press('C-c');
    terminal.press('C-l');
    terminal.type('genctl wait ');
    terminal.press('Tab');
    const shown = await terminal.until(/^job_plain/m);
    expect(shown).toMatch(
      /@last +queued: a tram[\s\S]*job_draft[\s\S]*job_hostile[\s\S]*job_plain +queued: a red fox/,
    );
    expect(shown).toContain('$(touch ran1) `touch ran2`');
    expect(shown).toContain('one two\\x1b]0;t\\x07 \\u{202e}evil %Bx\\ :');
    expect(shown).not.toContain('ran5');
    expectNothingRan(terminal);
  });
});

describe('fish', () => {
  it('completes the same, with descriptions, and runs nothing of them', async () => {
    const terminal = terminals.open(120);
    await furnish(terminal.home);
    const complete = (line: string): string[] =>
      execFileSync('fish', ['--no-config', '-c', 'genctl completion fish | source; complete -C "$LINE"'], {
        cwd: terminal.home,
        encoding: 'utf8',
        env: {
          PATH: `${join(terminal.home, 'bin')}${delimiter}${process.env.PATH}`,
          HOME: terminal.home,
          GENCTL_HOME: join(terminal.home, 'genctl'),
          LANG: 'C.UTF-8',
          LINE: line,
        },
      })
        .trimEnd()
        .split('\n');
    for (const [typed, whole] of linesFor('fish')) {
      // A word that a quote opens is the terminal's affair; a space is escaped when the word is put on the line.
      if (typed.includes('"job')) continue;
      const word = whole.replaceAll('\\ ', '_').split(' ').at(-1)?.replaceAll('_', ' ') ?? '';
      const offered = complete(typed).map((one) => one.split('\t', 1)[0]?.replaceAll('_', ' '));
      expect(offered, typed).toContain(word);
    }
    expect(complete('genctl wait ')).toEqual([
      '@last\tqueued: a tram',
      'job_draft\tqueued: a tram',
      'job_steering\tqueued: one two\\x1b]0;t\\x07 \\u{202e}evil %Bx\\ :',
      expect.stringMatching(/^job_hostile\tqueued: \$\(touch ran1\) `touch ran2`/),
      'job_plain\tqueued: a red fox',
    ]);
    expect(complete('genctl submit "a fox" -m vendor-a/')).toEqual(['vendor-a/image-1\timage']);
    expectNothingRan(terminal);
  });
});
