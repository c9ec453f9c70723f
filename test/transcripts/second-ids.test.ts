import { describe, expect, it } from 'vitest';
import { type Ended, errorOf, newHome } from './genctl.ts';

interface Shown {
  id: string;
  draft_of: string | null;
  raw: { job_id: string } | null;
}

const itemOf = ({ stdout }: Ended) => (JSON.parse(stdout) as { items: Shown[] }).items[0];

/** A draft of v1 by the route of the vendor, which is looked at by the vendor's id and shows the service's beside it. */
async function withDraft() {
  const { home, run } = newHome();
  const made = await run(['draft', 'a fox', '--api', 'v1', '--sandbox', '-w', '--json']);
  const { id = '', raw } = itemOf(made) ?? {};
  const jobId = raw?.job_id ?? '';
  expect([made.code, id.slice(0, 5), jobId.slice(0, 4)]).toEqual([0, 'task-', 'job_']);
  return { home, run, id, jobId };
}

describe('a task of v1', () => {
  it('is meant by its job_id in every command that takes an id, whole or begun', async () => {
    const { run, id, jobId } = await withDraft();
    for (const word of [jobId, jobId.slice(0, 20)]) {
      for (const command of ['status', 'wait', 'download'])
        expect(itemOf(await run([command, word, '--json']))?.id, command).toBe(id);
      expect(JSON.parse((await run(['show', word, '--json'])).stdout).id).toBe(id);
      const canceled = await run(['cancel', word, '--json']);
      expect([canceled.code, errorOf(canceled).job_id]).toEqual([2, id]);
      const again = await run(['rerun', word, '--dry-run', '--json']);
      expect(JSON.parse(again.stdout).body).toMatchObject({ draft: true });
      const final = await run(['finalize', word, '--dry-run', '--json']);
      expect(JSON.parse(final.stdout).body.content).toEqual([{ type: 'draft_task', draft_task: { id } }]);
    }
    expect((await run(['status', '-', '-q'], { stdin: `${jobId}\n${id}\n` })).stdout).toBe(`${id}\n`);
  });

  it('is the draft of a final whose body names it by its job_id', async () => {
    const { run, id, jobId } = await withDraft();
    const content = [{ type: 'draft_task', draft_task: { id: jobId } }];
    const body = JSON.stringify({ model: 'vendor-b/video-2.5', content, resolution: '1080p' });
    const made = await run(['submit', '--body', body, '--route', 'tasks', '--sandbox', '-q']);
    expect(made.code, made.stderr).toBe(0);
    expect(JSON.parse((await run(['show', id, '--json'])).stdout).finals).toEqual([made.stdout.trim()]);
  });
});
