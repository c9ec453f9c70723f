import { wayOf } from '../../api/ways/index.ts';
import { keepState } from '../../ledger/keep-state.ts';
import type { FilePlan, WaitPlan } from '../../outputs/journey.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { downloadJob } from '../download-jobs.ts';
import type { FollowedJob, FollowPorts } from '../follow.ts';

/** How long a 404 for a job may mean that the service does not know the job everywhere yet. Unit: ms. */
const notFoundGraceMs = 10_000;

/** The ports that following jobs needs, made of this command's service, ledger and folder. */
export function followPorts(
  context: OutputMeans,
  plan: FilePlan & Pick<WaitPlan, 'exec'>,
  onThrough: (job: FollowedJob) => void,
): FollowPorts {
  const { exec } = plan;
  return {
    clock: context.clock,
    signal: context.interruption(),
    listen: context.listen,
    async lookAt(record) {
      const api = await context.apiOf(record);
      const way = await wayOf(record.route);
      return {
        account: api.gate,
        serviceNowMs: () => (api.clock.isTold ? api.clock.nowMs() : undefined),
        poll: ({ deadlineMs, last, signal, tally }) =>
          way.poll(api, record, { deadlineMs, once: { tally }, last, notFoundGraceMs, signal }),
      };
    },
    keep: (record, seen) => keepState(context, record, seen),
    download: (record, onFiles) => downloadJob(context, record, plan, onFiles),
    exec:
      exec === undefined
        ? undefined
        : async (record) => (await import('../exec/run-exec.ts')).runExec(context, exec, record),
    onThrough,
  };
}
