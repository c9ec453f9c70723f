import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { picture } from '../request/references/fixtures/media-files.ts';
import {
  bodiesIn,
  documentOf,
  jobsIn,
  manifestModel,
  threeLines,
  withManifest,
} from './fixtures/manifest.ts';
import { serveSandbox } from './fixtures/served-sandbox.ts';
import { errorOf, newHome } from './genctl.ts';

describe('the memory of a batch', () => {
  it('is carried by the journal to another machine: the same jobs, and their files are fetched there', async () => {
    const first = withManifest(threeLines.slice(0, 2));
    expect((await first.batch()).code).toBe(0);
    const journal = readFileSync(join(first.home, 'shots.jsonl.shots.sandbox.genctl.ndjson'));
    rmSync(join(first.home, 'genctl', 'ledger'), { recursive: true });
    writeFileSync(join(first.home, 'shots.jsonl.shots.sandbox.genctl.ndjson'), journal);
    const ended = await first.batch('-D', 'out');
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toContain('2 running\n');
    expect(readdirSync(join(first.home, 'out')).filter((name) => name.endsWith('.png'))).toHaveLength(2);
    expect(jobsIn(first.home)).toBe(2);
  });

  it('in the journal alone: what its shots cost is known, and another folder gets the files as well', async () => {
    const { batch, home } = withManifest(threeLines.slice(0, 2));
    const first = documentOf(await batch('-D', 'out', '--json'));
    rmSync(join(home, 'genctl', 'ledger'), { recursive: true });
    const known = documentOf(await batch('-D', 'out', '--json', '--report', 'report.ndjson'));
    expect(known).toMatchObject({ done: 2, checked: { done: 2 }, cost_usd: first.cost_usd });
    expect(readFileSync(join(home, 'report.ndjson'), 'utf8')).toMatch(/"attempt":1,"cost_usd":0\.\d/);
    const ended = await batch('-D', 'other');
    expect(ended.code, ended.stderr).toBe(0);
    expect(readdirSync(join(home, 'other')).filter((name) => name.endsWith('.png'))).toHaveLength(2);
    expect(jobsIn(home)).toBe(2);
  });

  it('of a job with a local file is no request that rerun sends, or show shows, where only the journal knew it', async () => {
    const { batch, home, run } = withManifest([
      { id: 's1', model: 'spicy/video-2-5', prompt: 'sandbox:provider_failed x', first_frame: 'one.png' },
    ]);
    writeFileSync(join(home, 'one.png'), picture());
    await batch('--no-probe');
    rmSync(join(home, 'genctl', 'ledger'), { recursive: true });
    // A failed job that nobody asked more of is not looked at; a journal that has not heard of its end has it followed.
    const journal = join(home, 'shots.jsonl.shots.sandbox.genctl.ndjson');
    writeFileSync(journal, readFileSync(journal, 'utf8').replace(/^.*"event":"over".*\n/gm, ''));
    await batch('--no-probe');
    const shown = await run(['show', '@last', '--json']);
    expect(shown.stdout).toContain('[left-out-of-sidecar]sha256:');
    expect(shown.stdout).not.toContain('base64');
    const refused = await run(['rerun', '@last', '--sandbox']);
    expect(refused.code, refused.stderr).toBe(2);
    expect(bodiesIn(home)).toHaveLength(1);
    expect((await batch('--no-probe', '--retry-failed')).stderr).toContain('1 failed');
    const bodies = bodiesIn(home);
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toEqual(bodies[0]);
  });

  it('counts also what another machine wrote to the journal while the lines were checked', async () => {
    const line = `${JSON.stringify({ id: 's1', model: 'spicy/video-2-5', prompt: 'a fox' })}\n`;
    const { home, run } = newHome();
    const shared = ['--batch', 'shots', '--journal', 'shots.ndjson', '--sandbox'];
    const pipe = join(home, 'pipe.jsonl');
    spawnSync('mkfifo', [pipe]);
    writeFileSync(join(home, 'shots.jsonl'), line);
    const late = run(['batch', pipe, ...shared]);
    // It opens once the other end is open, and then the run has read the journal.
    const end = await open(pipe, 'w');
    const other = join(home, 'other-machine');
    // Both are at one service.
    for (const folder of [join(home, 'genctl', 'sandbox'), other]) mkdirSync(folder, { recursive: true });
    symlinkSync(join(home, 'genctl', 'sandbox'), join(other, 'sandbox'));
    expect((await run(['batch', 'shots.jsonl', ...shared], { env: { GENCTL_HOME: other } })).code).toBe(0);
    await end.writeFile(line);
    await end.close();
    const ended = await late;
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toContain('1 line, 1 running\n');
    // v1 has no key: sent again, it would have been a second job.
    expect(jobsIn(home)).toBe(1);
  });

  it('is in the folder of its files, too: what stands there whole is done', async () => {
    const { batch, home } = withManifest(threeLines.slice(0, 2));
    await batch('-D', 'out');
    rmSync(join(home, 'genctl', 'ledger'), { recursive: true });
    rmSync(join(home, 'shots.jsonl.shots.sandbox.genctl.ndjson'));
    writeFileSync(join(home, 'out', 's2-1.png'), 'cut');
    const ended = await batch('-D', 'out');
    expect(ended.stderr).toContain('2 lines, 1 new, 1 done\n');
    // The key of v2 leads to the job that is there already.
    expect(jobsIn(home)).toBe(2);
  });

  it('is caught up with in the journal, whichever of its lines that lacks', async () => {
    const { batch, home } = withManifest(threeLines.slice(0, 2));
    await batch();
    const journal = join(home, 'shots.jsonl.shots.sandbox.genctl.ndjson');
    const whole = readFileSync(journal, 'utf8');
    writeFileSync(journal, whole.replace(/^.*"shot":"s2".*\n/gm, ''));
    expect((await batch()).stderr).toContain('2 done\n');
    expect(readFileSync(journal, 'utf8').match(/"event":"(sent|job|over)","shot":"s2"/g)).toHaveLength(3);
    const caughtUp = readFileSync(journal);
    await batch();
    expect(readFileSync(journal)).toEqual(caughtUp);
  });

  it('is not believed where it says that a job of another line is this one’s', async () => {
    const { batch, home } = withManifest(threeLines.slice(0, 1));
    const path = join(home, 'shots.jsonl.shots.sandbox.genctl.ndjson');
    await batch();
    const own = readFileSync(path, 'utf8');
    const other = await batch('--batch', 'other', '--json');
    expect(other.code).toBe(0);
    const otherJob = /"job":"(job_[^"]+)"/.exec(
      readFileSync(join(home, 'shots.jsonl.other.sandbox.genctl.ndjson'), 'utf8'),
    )?.[1];
    const forged = own.replace(/"job":"job_[^"]+"/, `"job":"${otherJob}"`);
    rmSync(join(home, 'genctl', 'ledger', 'keys'), { recursive: true });
    writeFileSync(path, forged.replace(/^.*"event":"over".*\n/gm, ''));
    const ended = await batch('--json', '-D', 'out');
    expect(ended.code, ended.stderr).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ done: 1, run_cost_usd: 0 });
    // The records know which job has the key of the line.
    const [, ownJob] = /"job":"(job_[^"]+)"/.exec(own) ?? [];
    const [sidecar = ''] = readdirSync(join(home, 'out')).filter((name) => name.endsWith('.json'));
    expect(readFileSync(join(home, 'out', sidecar), 'utf8')).toContain(ownJob);
  });

  it('names no way that pays where another manifest has the name, and that one’s path stays at home', async () => {
    const { home, run } = newHome();
    const sent = (...words: string[]) => run(['batch', ...words, ...manifestModel]);
    for (const [folder, prompt] of [
      ['b', 'a fox'],
      ['week2', 'a tram'],
    ] as const) {
      mkdirSync(join(home, folder));
      writeFileSync(join(home, folder, 'shots.csv'), `id,prompt\ns1,${prompt}\n`);
    }
    expect((await sent('b/shots.csv', '-D', 'out')).code).toBe(0);
    expect(readFileSync(join(home, 'out', 's1-1.png.json'), 'utf8')).not.toContain('shots.csv');
    const taken = await sent('week2/shots.csv');
    expect(taken.code).toBe(2);
    expect(taken.stderr).toContain(join(home, 'b', 'shots.csv'));
    expect(taken.stderr).toContain('--batch NAME');
    expect(taken.stderr).not.toContain('--revise');
    expect(errorOf(await sent('week2/shots.csv', '--json')).code).toBe('batch_name_taken');
    renameSync(join(home, 'b', 'shots.csv'), join(home, 'b', 'old.csv'));
    expect((await sent('week2/shots.csv')).stderr).toContain('--revise');
    expect((await sent('week2/shots.csv', '--batch', 'week2')).code).toBe(0);
  });

  it('of a rehearsal is beside that of the real run, and neither is taken for the other', async () => {
    const { batch, home, run } = withManifest([{ id: 's1', model: 'vendor-a/image-1', prompt: 'a fox' }]);
    const served = await serveSandbox(home);
    const real = (...words: string[]) =>
      run(['batch', 'shots.jsonl', '-D', 'out', ...words], { env: served.account });
    expect((await batch('-D', 'out')).code).toBe(0);
    const first = await real();
    expect(first.code, first.stderr).toBe(0);
    expect(first.stderr).toContain('1 new\n');
    expect(served.jobIds()).toHaveLength(1);
    expect(readdirSync(home)).toEqual(
      expect.arrayContaining(['shots.jsonl.shots.genctl.ndjson', 'shots.jsonl.shots.sandbox.genctl.ndjson']),
    );
    expect((await real()).stderr).toContain('1 done\n');
    expect((await batch('-D', 'out')).stderr).toContain('1 done\n');
    expect(readdirSync(join(home, 'out')).filter((name) => name.endsWith('.png'))).toHaveLength(2);
  });

  it('is not in files that were rendered by another service', async () => {
    const { batch, home } = withManifest(threeLines.slice(0, 1));
    await batch('-D', 'out');
    rmSync(join(home, 'genctl', 'ledger'), { recursive: true });
    rmSync(join(home, 'shots.jsonl.shots.sandbox.genctl.ndjson'));
    const sidecar = join(home, 'out', 's1-1.png.json');
    const elsewhere = readFileSync(sidecar, 'utf8').replace(
      /"base_url": "[^"]*"/,
      '"base_url": "https://a.example"',
    );
    writeFileSync(sidecar, elsewhere);
    expect((await batch('-D', 'out', '--dry-run')).stdout).toContain('1 line, 1 new\n');
  });

  it('without any, is refused by --resume', async () => {
    const { batch } = withManifest(threeLines.slice(0, 1));
    const refused = await batch('--resume');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('There is nothing to resume: the batch shots is new on this machine');
    // In the embedded sandbox nothing is paid.
    const first = await batch();
    expect([first.code, first.stderr.includes('first run on this machine')]).toEqual([0, false]);
    expect((await batch('--resume')).code).toBe(0);
  });
});
