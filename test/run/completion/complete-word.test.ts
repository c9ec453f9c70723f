import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeModelCache } from '../../../src/account/model-cache.ts';
import { openCompositions } from '../../../src/compose/compositions.ts';
import { openLedger } from '../../../src/ledger/ledger.ts';
import { completeWord } from '../../../src/run/completion/complete-word.ts';
import type { Taken } from '../../../src/run/completion/line-place.ts';
import { tempFolder } from '../../files/fixtures/temp-folder.ts';
import { at, intent, jobRecord } from '../../ledger/fixtures/records.ts';
import { ask, model, partsOf, record } from './fixtures/asked-words.ts';
import { kindTable } from './fixtures/kind-table.ts';

describe('jobs', () => {
  it('are offered newest first with @last, and of a beginning only those that have it', async () => {
    const home = tempFolder();
    await record(home, 'job_a1', 1);
    await record(home, 'job_b1', 2, 'a tram');
    expect(await ask(home, 'job', '')).toBe(
      '@last\tqueued: a tram\njob_b1\tqueued: a tram\njob_a1\tqueued: a fox\n',
    );
    expect(await ask(home, 'job', '@')).toBe('@last\tqueued: a tram\n');
    expect(await ask(home, 'job', 'job_a')).toBe('job_a1\tqueued: a fox\n');
    expect(await ask(home, 'job', 'nothing')).toBe('');
  });

  it('leave out ids that a shell would read otherwise, and cut long prompts to one safe line', async () => {
    const home = tempFolder();
    for (const [place, id] of ['a;b', '-rf', '$(x)', 'a b', 'a`b', "a'b", '~x', 'a*', 'ok'].entries())
      await record(home, id, place, `one\ntwo \u001b[31m${'x'.repeat(500)}`);
    const lines = (await ask(home, 'job', '')).trimEnd().split('\n');
    expect(lines.map((line) => line.split('\t')[0])).toEqual(['@last', 'ok']);
    expect(lines[1]).toMatch(/^ok\tqueued: one two \\x1b\[31mx+…$/);
    expect(lines[1]?.length).toBeLessThanOrEqual('ok\t'.length + 72);
  });

  it('name their batches once each, those of the newest month first, also while their records are gone', async () => {
    const home = tempFolder();
    const ledger = openLedger({ folder: join(home, 'ledger'), nowMs: () => 0, warn: () => {} });
    const shots = [
      ['teaser', '2025-03-01'],
      ['trailer', '2025-03-02'],
      ['teaser', '2025-03-03'],
      ['act two', '2025-04-01'],
      ['teaser', '2025-04-02'],
    ] as const;
    for (const [place, [name, day]] of shots.entries()) {
      const batch = { name, shot: `s${place}`, fields: {} };
      const own = intent({ idempotency_key: `key-${place}`, batch });
      await ledger.recordJob(jobRecord(`job_${place}`, { intent: own, recorded_at: `${day}T00:00:00.000Z` }));
    }
    await record(home, 'job_alone', 1);
    expect(await ask(home, 'batch', '')).toBe('teaser\t\ntrailer\t\n');
    rmSync(join(home, 'ledger', 'done', '2025-03', 'job_1.json'));
    expect(await ask(home, 'batch', 'tr')).toBe('trailer\t\n');
    expect(await ask(tempFolder(), 'batch', '')).toBe('');
  });

  it('name the tags, and behind a name its values, each once', async () => {
    const home = tempFolder();
    const ledger = openLedger({ folder: join(home, 'ledger'), nowMs: () => 0, warn: () => {} });
    for (const [place, client] of ['acme', 'zoo', 'acme'].entries()) {
      const own = intent({ idempotency_key: `key-${place}`, tags: { client, cut: '2' } });
      await ledger.recordJob(jobRecord(`job_${place}`, { intent: own, recorded_at: at(place) }));
    }
    expect(await ask(home, 'tag', 'c')).toBe('client\t\ncut\t\n');
    expect(await ask(home, 'tag', 'client=')).toBe('client=acme\t\nclient=zoo\t\n');
    expect(await ask(home, 'tag', 'client=z')).toBe('client=zoo\t\n');
    expect(await ask(home, 'tag', 'none=')).toBe('');
  });

  it('a torn record is passed over, and nothing is written', async () => {
    const home = tempFolder();
    await record(home, 'job_whole', 1);
    await record(home, 'job_torn', 2);
    const month = join(home, 'ledger/done/2025-03');
    writeFileSync(join(month, 'job_torn.json'), '{"schema":1');
    const before = readdirSync(month);
    expect(await ask(home, 'job', '')).toContain('job_whole\t');
    expect(readdirSync(month)).toEqual(before);
    rmSync(join(month, 'order.log'));
    expect(await ask(home, 'job', '')).toBe('');
    expect(readdirSync(month)).not.toContain('order.log');
  });
});

describe('models', () => {
  it('are those of the account that the line names, else those of every list at hand, else the embedded ones', async () => {
    const home = tempFolder();
    const other = { home, baseUrl: 'https://b.example.com', profile: 'other' };
    const studio = { home, baseUrl: 'https://api.example.com', profile: 'studio' };
    writeModelCache(other, at(0), [model('vendor-a/image-1')]);
    writeModelCache(studio, at(0), [model('vendor-s/own')]);
    const config = { profiles: { studio: { base_url: studio.baseUrl, api_key: 'k' } } };
    writeFileSync(join(home, 'config.json'), JSON.stringify(config));
    expect(await ask(home, 'model', '', 'submit', '--sandbox', '-m')).toBe('house/own\tvideo\n');
    expect(await ask(home, 'model', '', '--profile', 'studio')).toMatch(
      /^vendor-s\/own\timage\nspicy\/video-2-5\tvideo\n/,
    );
    expect(await ask(home, 'model', '', '--profile=studio')).toMatch(
      /^vendor-s\/own\timage\nspicy\/video-2-5\tvideo\n/,
    );
    expect((await ask(home, 'model', '')).split('\n').sort()).toEqual([
      '',
      'vendor-a/image-1\timage',
      'vendor-s/own\timage',
    ]);
    expect(await ask(home, 'setting-value', 'vendor-s', 'config', 'set', 'model')).toContain('vendor-s/own');
  });
});

describe('requests that were begun', () => {
  it('are offered by name, torn ones as well', async () => {
    const home = tempFolder();
    const { save } = openCompositions(home);
    const kept = { schema: 1, saved_at: at(0), profile: 'sandbox', base_url: 'sandbox:' } as const;
    const body = { model: 'vendor-a/image-1', input: { prompt: 'a red fox' } };
    save('red-fox', { ...kept, composition: { body } });
    save('begun', { ...kept, composition: {} });
    writeFileSync(join(home, 'compositions/torn.json'), '{');
    expect(await ask(home, 'composition', '')).toBe('begun\t\nred-fox\t\ntorn\t\n');
    expect(await ask(home, 'composition', 're')).toBe('red-fox\t\n');
  });
});

describe('values of an option', () => {
  const kept = { home: '', baseUrl: 'https://api.example.com', profile: 'studio' };

  it("are those that the schema of the line's model lists, under the name that it has for it", async () => {
    const home = tempFolder();
    const schema = {
      properties: { aspect_ratio: { $ref: '#/$defs/a' } },
      $defs: { a: { enum: ['2:3', '1:1'] } },
    };
    writeModelCache({ ...kept, home }, at(0), [{ ...model('maker/one'), inputSchema: schema }]);
    const words = ['submit', '--base-url', kept.baseUrl, '--model=maker/one'];
    expect(await ask(home, 'option-ratio', '', ...words, '--profile', 'studio')).toBe('2:3\t\n1:1\t\n');
    expect(await ask(home, 'option-resolution', '1', 'submit', '--sandbox', '-m', 'house/own')).toBe(
      '1440p\t\n',
    );
  });

  it('are as the flag takes them, and those that no flag says are left out', async () => {
    const home = tempFolder();
    const schema = {
      properties: { duration: { enum: ['5s', '10 seconds', 'auto'] }, resolution: { enum: ['-', '720p'] } },
    };
    writeModelCache({ ...kept, home }, at(0), [{ ...model('maker/one'), inputSchema: schema }]);
    const words = ['submit', '--base-url', kept.baseUrl, '--profile', 'studio', '--model=maker/one'];
    expect(await ask(home, 'option-duration', '', ...words)).toBe('5\t\n10\t\n');
    expect(await ask(home, 'option-resolution', '', ...words)).toBe('720p\t\n');
  });

  it('are those of the account that the line names, where two know a model by one id', async () => {
    const home = tempFolder();
    for (const [profile, ratio] of [
      ['studio', '2:3'],
      ['other', '3:2'],
    ] as const) {
      const inputSchema = { properties: { ratio: { enum: [ratio] } } };
      writeModelCache({ ...kept, home, profile }, at(0), [{ ...model('maker/one'), inputSchema }]);
    }
    const account = { base_url: kept.baseUrl, api_key: 'k' };
    const profiles = { studio: account, other: account };
    writeFileSync(join(home, 'config.json'), JSON.stringify({ profiles }));
    const words = ['submit', '-m', 'maker/one', '--profile'];
    expect(await ask(home, 'option-ratio', '', ...words, 'studio')).toBe('2:3\t\n');
    expect(await ask(home, 'option-ratio', '', ...words, 'other')).toBe('3:2\t\n');
  });

  it('are the values of the document where no schema is at hand, or it lists none', async () => {
    const home = tempFolder();
    expect(await ask(home, 'option-resolution', '4', 'submit')).toBe('480p\t\n4K\t\n');
    expect(await ask(home, 'option-ratio', '16', 'submit', '--sandbox', '-m', 'house/own')).toBe('16:9\t\n');
    expect(await ask(home, 'option-duration', '', 'submit')).toBe('');
    expect(await ask(home, 'option-nothing', '', 'submit')).toBe('');
  });
});

describe('the cast', () => {
  it('is offered behind an @, from the settings and from the project file', async () => {
    const home = tempFolder();
    const settings = { 'cast.owl': ['/art/owl.png'], 'cast.fox': ['/art/old.png'] };
    writeFileSync(join(home, 'config.json'), JSON.stringify({ settings }));
    writeFileSync(join(home, '.genctl.json'), JSON.stringify({ cast: { fox: ['fox.png', 'side.png'] } }));
    expect(await ask(home, 'media', '@', 'submit')).toBe('@owl\towl.png\n@fox\tfox.png, side.png\n');
    expect(await ask(home, 'media', '@f', 'submit')).toBe('@fox\tfox.png, side.png\n');
    expect(await ask(tempFolder(), 'media', '@', 'submit')).toBe('');
  });
});

describe('a word', () => {
  const answer = (taken: Taken, ...words: string[]) =>
    completeWord(words, partsOf(tempFolder()), () => kindTable(taken));

  it('is cut to what the shell replaces, and then one that fits', async () => {
    const ratios = ['16:9', '9:16'];
    expect(await answer(ratios, 'genctl submit --model=16:', '')).toBe('9\t\n');
    expect(await answer(ratios, 'genctl submit --model=16:')).toBe('--model=16:9\t\n--model=9:16\t\n');
    expect(await answer(ratios, 'genctl submit -m1', '-m1')).toBe('-m16:9\t\n');
  });

  it('is left to the shell where a file, a folder or @file belongs', async () => {
    expect(await answer('file', 'genctl submit her', 'her')).toBe(':files\n');
    expect(await answer('job-or-file', 'genctl submit her', 'her')).toBe(':files\n');
    expect(await answer('folder', 'genctl submit -m ', '')).toBe(':folders\n');
    expect(await answer('media', 'genctl submit her', 'her')).toBe(':files\n');
    expect(await answer('setting-value', 'genctl config set cast.fox ', '')).toBe(':files\n');
    expect(await answer('text', 'genctl submit @', '@')).toBe(':text\n');
    expect(await answer('text', 'genctl submit a', 'a')).toBe('');
  });
});

describe('trouble', () => {
  it('has no other answer than none: no home, broken settings, an unknown kind, no table', async () => {
    const home = tempFolder();
    const nowhere = join(home, 'missing');
    expect(await ask(nowhere, 'model', '')).toBe('house/own\tvideo\n');
    for (const kind of ['job', 'draft', 'composition', 'setting-value', 'other'])
      expect(await ask(nowhere, kind, '')).toBe('');
    expect(await ask(nowhere, 'profile', '')).toBe('sandbox\tthe embedded service\n');
    expect(readdirSync(home)).toEqual([]);
    writeFileSync(join(home, 'config.json'), '{"prof');
    mkdirSync(join(home, 'ledger'));
    writeFileSync(join(home, 'ledger/done'), '');
    for (const kind of ['job', 'model', 'profile']) expect(await ask(home, kind, '')).toBe('');
    const table = () => JSON.parse('');
    expect(await completeWord(['genctl '], partsOf(home), table)).toBe('');
  });
});
