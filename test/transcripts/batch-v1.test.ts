import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportIn, withFilm } from './fixtures/chains.ts';
import { jobsIn } from './fixtures/manifest.ts';

const v1 = { api: 'v1', return_last_frame: true, duration: 4 };
const s1 = { id: 's1', prompt: 'one', ...v1 };
const s2 = { id: 's2', prompt: 'two', first_frame: '@s1.last_frame', ...v1 };

/** Has the only submit of a ledger look as if its run was killed behind the record of the job, and before it was settled. */
function unsettle(home: string): void {
  const ledger = join(home, 'genctl', 'ledger');
  const [name = ''] = readdirSync(join(ledger, 'keys'));
  const { intent } = JSON.parse(readFileSync(join(ledger, 'keys', name), 'utf8')) as {
    intent: { created_at: string };
  };
  renameSync(join(ledger, 'keys', name), join(ledger, 'open', name));
  writeFileSync(join(ledger, 'open', name), JSON.stringify({ ...intent, first_sent_at: intent.created_at }));
}

describe('a line of v1, which has no key', () => {
  it('whose job was recorded as its run was killed is known by that, and what waits for it goes on', async () => {
    const { batch, home, write } = withFilm([s1]);
    expect((await batch('-D', 'out')).code).toBe(0);
    unsettle(home);
    write([s1, s2]);
    const { code, stderr } = await batch('-D', 'out', '--report', 'report');
    expect([code, jobsIn(home)], stderr).toEqual([0, 2]);
    expect(reportIn(home)).toMatchObject([{ status: 'succeeded' }, { status: 'succeeded' }]);
  });
});
