import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { schemaFiles } from '../../scripts/schemas.ts';
import { eventLine } from '../../src/batch/journal/journal-event.ts';
import { headerLine } from '../../src/batch/journal/journal-header.ts';
import { documentNames } from '../../src/cli/documents/names.ts';
import { picture } from '../request/references/fixtures/media-files.ts';
import { documentsIn, isDocumentName, whyUnfit } from './document-fit.ts';
import { newHome } from './genctl.ts';

const root = resolve(import.meta.dirname, '../..');
const { home, run } = newHome();

const image = ['submit', 'a red fox', '-m', 'vendor-a/image-1', '--sandbox', '--json'];
const draft = ['draft', 'a red fox', '--sandbox', '--json'];
const failing = [
  'submit',
  'sandbox:provider_failed',
  '-m',
  'spicy/video-2-5',
  '--sandbox',
  '--json',
  '--wait',
];

/** What is typed, and the documents that it prints on stdout and stderr. The first make what the others look at. */
const first = [
  [draft, 'genctl.jobs/v1'],
  [failing, 'genctl.job/v1,genctl.error/v1'],
  [[...image, '-D', 'out'], 'genctl.job/v1'],
] as const;
const then = [
  [['show', '@last', '--json'], 'genctl.job/v1'],
  [['wait', '@last', '--events'], 'genctl.events/v1,genctl.events/v1'],
  [[...image, '--count', '99'], 'genctl.error/v1'],
  [[...image, '--dry-run'], 'genctl.request/v1'],
  [[...draft, '--takes', '2', '--dry-run'], 'genctl.requests/v1'],
  [['status', '@last', '@2', '--json'], 'genctl.jobs/v1'],
  [['help', 'wait', '--json'], 'genctl.help/v1'],
  [['jobs', '--json'], 'genctl.jobs/v1'],
  [['jobs', 'prune', '--older-than', '0', '--dry-run', '--json'], 'genctl.prune/v1'],
  [['jobs', 'prune', '--older-than', '90d', '--yes', '--json'], 'genctl.prune/v1'],
  [['models', '--sandbox', '--json'], 'genctl.models/v1'],
  [['costs', '--json'], 'genctl.costs/v1'],
  [['costs', '--by', 'model', '--json'], 'genctl.costs/v1'],
  [['costs', '--by', 'profile', '--json'], 'genctl.costs/v1'],
  [['show', '@2', '@last', '--diff', '--json'], 'genctl.diff/v1'],
  [['doctor', '--sandbox', '--json'], 'genctl.doctor/v1'],
  [['config', 'list', '--json'], 'genctl.settings/v1'],
  [['config', 'get', 'model', '--json'], 'genctl.setting/v1'],
  [['config', 'prices', '--json', '--sandbox'], 'genctl.prices/v1'],
  [['auth', 'list', '--json'], 'genctl.profiles/v1'],
  [['auth', 'status', '--sandbox', '--json'], 'genctl.account/v1'],
  [['sandbox', 'info', '--json'], 'genctl.sandbox/v1'],
  [['show', '@last', '--sheet', 'sheet.png', '--json'], 'genctl.sheet/v1'],
  [['gallery', './out', '--json'], 'genctl.gallery/v1'],
  [
    [
      'config',
      'set',
      'upload_command',
      JSON.stringify([process.execPath, '-p', '"https://files.example.com/1"']),
    ],
    '',
  ],
  [['upload', 'hero.png', '--no-probe', '--json'], 'genctl.uploads/v1'],
] as const;

/** The names of the documents that a run printed, each of which was held to its schema. */
async function printed(words: readonly string[]): Promise<string> {
  const { stderr, stdout } = await run(words);
  return documentsIn(`${stdout}\n${stderr}`)
    .map(({ name }) => name)
    .join();
}

describe('the documents of each command are what their schemas say', () => {
  const made = new Map<readonly string[], string>();
  beforeAll(async () => {
    writeFileSync(join(home, 'hero.png'), picture());
    for (const [words] of first) made.set(words, await printed(words));
  }, 60_000);

  it.each(first)('%j', (words, names) => expect(made.get(words)).toBe(names));
  it.each(then)('%j', async (words, names) => expect(await printed(words)).toBe(names));

  it('of a batch, checked and run, and each line of its report', async () => {
    const { home: folder, run: inFolder } = newHome();
    const shots = [
      { id: 'one', prompt: 'a fox' },
      { id: 'two', prompt: 'sandbox:provider_failed a fox' },
    ];
    writeFileSync(join(folder, 'shots.jsonl'), shots.map((shot) => `${JSON.stringify(shot)}\n`).join(''));
    const batch = ['batch', join(folder, 'shots.jsonl'), '-m', 'vendor-a/image-1', '--sandbox'];
    for (const flags of [
      ['--dry-run'],
      ['-D', join(folder, 'out'), '--report', join(folder, 'report.ndjson')],
    ]) {
      const { stdout } = await inFolder([...batch, ...flags, '--json']);
      expect(documentsIn(stdout).map(({ name }) => name)).toEqual(['genctl.batch/v1']);
    }
    const lines = readFileSync(join(folder, 'report.ndjson'), 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(whyUnfit('genctl.report/v1', JSON.parse(line))).toBeUndefined();
    const { stdout: events } = await inFolder([...batch, '--events']);
    expect(documentsIn(events).length).toBeGreaterThan(1);
  });

  it('of a reset', async () => {
    const { stdout } = await newHome().run(['sandbox', 'reset', '--yes', '--json']);
    expect(documentsIn(stdout).map(({ name }) => name)).toEqual(['genctl.sandbox/v1']);
  });

  it('of a sidecar', () => {
    const sidecars = readdirSync(join(home, 'out')).filter((name) => name.endsWith('.json'));
    expect(sidecars.length).toBeGreaterThan(0);
    for (const name of sidecars) {
      const sidecar: unknown = JSON.parse(readFileSync(join(home, 'out', name), 'utf8'));
      expect(whyUnfit('genctl.sidecar/v1', sidecar)).toBeUndefined();
    }
  });

  it('of the journal of a batch', () => {
    const at = '2026-01-05T12:00:00.000Z';
    const [shot, key, sha256] = ['s01', 'g1-s01', 'b'.repeat(64)];
    const owner = { batch: 'film', origin: 'https://api.example.com', account: 'j1-0', shard: null };
    const fields = { prompt: '0123456789abcdef' };
    const lines = [
      headerLine(owner, { genctl: '0.1.0', manifest_sha256: sha256, defaults: fields }),
      eventLine({ event: 'sent', shot, key, attempt: 1, fields, at }, home),
      eventLine({ event: 'job', shot, key, job: 'job_1', at }, home),
      eventLine({ event: 'over', shot, key, status: 'failed', cost_usd: null, code: 'timeout', at }, home),
      eventLine({ event: 'file', shot, key, n: 0, path: 'out/s01-1.png', bytes: 12, sha256 }, home),
    ];
    for (const line of lines) expect(whyUnfit('genctl.journal/v1', JSON.parse(line))).toBeUndefined();
  });

  it('and none is left out', () => {
    const files = ['genctl.sidecar/v1', 'genctl.journal/v1', 'genctl.batch/v1', 'genctl.report/v1'];
    // Those of a queue need a store: the system tests hold them to their schemas.
    const ofQueue = ['genctl.queue/v1', 'genctl.worker/v1'];
    const seen = new Set([
      ...[...first, ...then].flatMap(([, names]) => (names === '' ? [] : names.split(','))),
      ...files,
      ...ofQueue,
    ]);
    expect([...seen].sort()).toEqual(Object.keys(documentNames).sort());
  });
});

describe('a schema', () => {
  it('is there for every document that the sources name', () => {
    const folder = join(root, 'src');
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.ts'),
    );
    expect(sources.length).toBeGreaterThan(500);
    const named = sources.flatMap((path) =>
      [...readFileSync(join(folder, path), 'utf8').matchAll(/genctl\.[a-z-]+\/v(?:\d+)?/g)].map(
        ([name]) => name,
      ),
    );
    const missing = named.filter((name) => !isDocumentName(/\d$/.test(name) ? name : `${name}1`));
    expect(missing).toEqual([]);
  });

  it('in the package is what npm run generate makes of the shapes', () => {
    const made = schemaFiles();
    const there = readdirSync(join(root, 'schemas')).map((name) => `schemas/${name}`);
    expect(there.sort()).toEqual(Object.keys(made).sort());
    for (const [path, text] of Object.entries(made))
      expect(readFileSync(join(root, path), 'utf8')).toBe(text);
  });

  it('is printed by its name, and allows fields of later versions', async () => {
    for (const name of Object.keys(documentNames)) {
      const { stdout } = await run(['help', 'json', '--schema', name]);
      const schema = JSON.parse(stdout);
      expect(schema).toMatchObject({ $schema: expect.stringContaining('2020-12'), title: name });
      expect(schema.$id).toMatch(/^urn:genctl:/);
      expect(stdout).not.toContain('"additionalProperties": false');
    }
  });

  it('of another topic, or of no document, is refused', async () => {
    expect(await run(['help', 'routes', '--json'])).toMatchObject({ code: 2, stdout: '' });
    const other = await run(['help', 'routes', '--schema', 'genctl.job/v1']);
    expect([other.code, other.stderr]).toEqual([
      2,
      expect.stringContaining('genctl help json --schema genctl.job/v1'),
    ]);
    const unknown = await run(['help', 'json', '--schema', 'genctl.jop/v1']);
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('The nearest is genctl.job/v1'),
    ]);
  });

  it('finds a field too many, one too few and one of another kind', () => {
    const good = { schema: 'genctl.setting/v1', name: 'model', value: null };
    expect(whyUnfit('genctl.setting/v1', good)).toBeUndefined();
    expect(whyUnfit('genctl.setting/v1', { ...good, more: 1 })).toContain('additional');
    expect(whyUnfit('genctl.setting/v1', { schema: good.schema, name: 'model' })).toContain('required');
    expect(whyUnfit('genctl.setting/v1', { ...good, value: true })).toContain('must be');
  });
});
