import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { knowAccount } from '../transcripts/fixtures/known-account.ts';
import { serveSandbox } from '../transcripts/fixtures/served-sandbox.ts';
import { newHome } from '../transcripts/genctl.ts';

/** The shortest and the longest life of a key. Unit: ms. */
const lifeMs = { least: 500, most: 1_500 };
const keysEnd = `#!/bin/sh
echo run >> "$(dirname "$0")/runs"
chance=$(od -An -N2 -tu2 /dev/urandom | tr -d ' ')
end=$(( $(date +%s%3N) + ${lifeMs.least} + chance % ${lifeMs.most - lifeMs.least} ))
printf 'sbx_studio.ends-%d.%03d\\n' $(( end / 1000 )) $(( end % 1000 ))
`;

/** A slow and failing service, and an account whose keys end at moments that chance draws. */
async function studio() {
  const { home, run } = newHome();
  const words = ['--latency', '5ms..60ms', '--fail-rate', '3%'];
  const served = await serveSandbox(home, { speed: '3', words });
  const program = join(home, 'print-key');
  writeFileSync(program, keysEnd);
  chmodSync(program, 0o755);
  writeFileSync(join(home, 'runs'), '');
  knowAccount(home, 'px', { base_url: served.account.GENCTL_BASE_URL, credential_command: [program] });
  const programRuns = () => readFileSync(join(home, 'runs'), 'utf8').split('\n').length - 1;
  const files = () => readdirSync(join(home, 'out')).filter((name) => name.endsWith('.png'));
  return { files, home, programRuns, run, served };
}

it('a batch whose keys end at any moment pays for each shot once, and brings each file', async () => {
  const { files, home, programRuns, run, served } = await studio();
  const shots = Array.from({ length: 40 }, (_, at) => ({
    id: `s${at}`,
    prompt: `fox ${at}`,
    model: 'vendor-a/image-1',
  }));
  writeFileSync(join(home, 'shots.jsonl'), shots.map((shot) => `${JSON.stringify(shot)}\n`).join(''));
  const beginsMs = Date.now();
  let code: number | null = null;
  let starts = 0;
  // What the service fails at for too long is left to the next run, as a person would.
  while (code !== 0 && starts < 5) {
    starts += 1;
    code = (await run(['batch', 'shots.jsonl', '-D', 'out', '-q'], { ownProcess: true })).code;
  }
  expect(code).toBe(0);
  expect([served.jobIds().length, files().length]).toEqual([40, 40]);
  expect(programRuns()).toBeLessThanOrEqual((Date.now() - beginsMs) / lifeMs.least + 4 * starts);
});

it('processes side by side each pay once', async () => {
  const { files, run, served } = await studio();
  // An open submit goes on with another key only where a job of its account is known: the first one is made alone.
  expect(
    (await run(['submit', 'owl', '-m', 'vendor-a/image-1', '-D', 'out', '-q'], { ownProcess: true })).code,
  ).toBe(0);
  const submit = (at: number) =>
    run(['submit', `fox ${at}`, '-m', 'vendor-a/image-1', '-D', 'out', '--once', `fox-${at}`, '-q'], {
      ownProcess: true,
    });
  let left = Array.from({ length: 8 }, (_, at) => at);
  for (let tries = 0; left.length > 0 && tries < 5; tries += 1) {
    const ends = await Promise.all(left.map(async (at) => ({ at, ...(await submit(at)) })));
    if (tries === 4) expect(ends.filter(({ code }) => code !== 0)).toEqual([]);
    left = ends.filter(({ code }) => code !== 0).map(({ at }) => at);
  }
  expect(left).toEqual([]);
  expect([served.jobIds().length, files().length]).toEqual([9, 9]);
});
