import { attemptsOf } from '../../batch/run/shots.ts';
import { isOver } from '../../service/lifecycle.ts';
import { intentOf } from '../../submit/submit-each.ts';
import { isoTime } from '../../text/iso-time.ts';
import { type QueueLine, writtenLine } from '../line/line.ts';
import type { Fed, FedShot, FeedPorts } from './feed-ports.ts';

/** The line of a shot's attempt, or of the job that the shot has already. */
export function fedLine<Shot extends FedShot>(
  shot: Shot,
  attempt: number,
  { clock, own }: Pick<FeedPorts<Shot>, 'clock' | 'own'>,
): Fed<Shot> {
  const planned = attemptsOf(shot);
  const known = shot.kind === 'follow' && shot.attempt === attempt ? shot.record : undefined;
  const intent = known?.intent ?? (planned === undefined ? undefined : intentOf(planned, attempt));
  if (intent === undefined) throw new Error(`${shot.shot} has nothing that could be sent`);
  const resend = planned?.choices.resend === true;
  const wasOver = known !== undefined && isOver(known.job);
  const fresh = { wasOver, resend, returns: 0, ended: [] };
  const line = { ...own, intent, template: shot.template, job: known?.id, ...fresh };
  return { shot, attempt, intent, line, since: isoTime(clock.nowMs()) };
}

/** Puts a line into the queue; one that is there already stays as it is. */
export async function addLine(
  { connection: { clock, queue } }: Pick<FeedPorts<FedShot>, 'connection'>,
  line: QueueLine,
): Promise<void> {
  const { batch, idempotency_key: jobId } = line.intent;
  await queue.add(`${batch?.name}/${batch?.shot}`, writtenLine(line), {
    ...{ jobId, timestamp: Math.trunc(clock.nowMs()) },
  });
}
