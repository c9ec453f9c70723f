import { typedWith } from '../errors/hint.ts';
import type { Intent, JobRecord } from '../ledger/record.ts';
import type { Journey } from '../outputs/journey.ts';
import type { WaitFlags } from '../outputs/journey-flags.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { readJson } from '../schema/json/read-json.ts';
import { requestRoutes } from '../service/request-route.ts';
import { gaps } from '../text/gaps.ts';
import { objectOf, ownValue } from '../text/json-object.ts';
import { idleFlag } from './send/idle-flags.ts';

/**
 * Follows jobs while callbacks are taken, where the journey asks for that. The port is free again before this resolves or rejects.
 * Throws MachineError where nobody can listen on the port; `follow` was not called then.
 * @see service document §6
 */
export async function withCallbacks(
  context: Pick<OutputMeans, 'globals' | 'terminal'>,
  journey: Journey,
  follow: (journey: Journey) => Promise<void>,
): Promise<void> {
  if (journey.callbackPort === undefined) return follow(journey);
  const { openCallbacks } = await import('./wait/callback-port.ts');
  const { callbacks, close } = await openCallbacks(context, journey.callbackPort);
  try {
    await follow({ ...journey, callbacks });
  } finally {
    await close();
  }
}

type ListenFlag = Pick<WaitFlags, 'listen'>;
type SentBody = Pick<Intent, 'body' | 'route'>;

/** Throws UsageError for `--listen` where the service would call nobody back. */
export function assertCalledBack({ listen: port }: ListenFlag, intent: SentBody): void {
  if (port === undefined || isCalledBack(intent)) return;
  const takesCallback = takesCallbackUrl(intent.route);
  const why = takesCallback
    ? 'The request has no callback URL, so the service would call nobody.'
    : 'Of the routes, jobs (v2) calls back.';
  const leftOut = { change: [{ leaveOut: '--listen' }] };
  throw idleFlag('--listen', why, takesCallback ? typedWith('--callback-url', gaps.link) : leftOut);
}

/** Warns of `--listen` where the service calls nobody for any of the jobs. A job from elsewhere may have a callback URL. */
export function tellUncalled(
  { listen }: Pick<OutputMeans, 'listen'>,
  { listen: port }: ListenFlag,
  records: readonly JobRecord[],
): void {
  if (port === undefined || records.some(({ intent }) => intent === null || isCalledBack(intent))) return;
  const message = 'no callback will come: no job here was submitted with a callback URL';
  listen({ kind: 'warning', message });
}

function isCalledBack({ body, route }: SentBody): boolean {
  return takesCallbackUrl(route) && ownValue(objectOf(readJson(body)) ?? {}, 'callback_url') !== undefined;
}

/** The field stands beside `input`, so a flat body has no place for it. @see service document §2.4 */
function takesCallbackUrl(route: SentBody['route']): boolean {
  return !requestRoutes[route].isFlat;
}
