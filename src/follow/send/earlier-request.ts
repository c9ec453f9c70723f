import type { Account } from '../../account/account.ts';
import { UsageError } from '../../errors/endings.ts';
import { either, genctl, say } from '../../errors/hint.ts';
import type { JobRecord } from '../../ledger/record.ts';
import type { Tags } from '../../ledger/rules/tags.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { readSidecar, type Sidecar, sidecarPath } from '../../outputs/read-sidecar.ts';
import { digestText } from '../../request/digest-text.ts';
import { holdsLeftOut, restoredBody } from '../../request/rules/left-out.ts';
import { readExactJson } from '../../schema/json/json-flaw.ts';
import type { JsonPlace } from '../../schema/json/json-place.ts';
import type { RequestRoute } from '../../service/request-route.ts';
import { jobIdPrefix } from '../../service/wire-values.ts';
import { objectOf } from '../../text/json-object.ts';
import { accountFor, accountOfProfile } from '../earlier-account.ts';
import { findKnownJob, noSuchJob } from '../find-jobs.ts';

/** A request that was made before, and whose it is when it is made again. */
export interface EarlierRequest {
  body: Record<string, unknown>;
  /** Places of the body where something is left out: by a sidecar, or by a ledger that knows the job from a batch's journal. */
  lacking: readonly JsonPlace[];
  /** The route that it took. */
  route: RequestRoute;
  /** True if it was answered at once. */
  sync: boolean;
  /** The profile it was made with; undefined where that is not known. */
  profile: string | undefined;
  tags: Tags | undefined;
  /** The job of the ledger that was named; undefined where a sidecar was. */
  record: JobRecord | undefined;
  /** The sidecar that was named, and where it is; undefined where a job was. */
  sidecar: (Sidecar & { path: string }) | undefined;
  account(): Promise<Account>;
}

/** The commands that take an earlier request, each as a failure suggests it for a sidecar, and what else there is. */
const withSidecar = {
  compose: { line: genctl`compose --from FILE.json`, instead: say`, or ${genctl`compose`}` },
  rerun: { line: genctl`rerun FILE.json`, instead: say`, or ${genctl`submit`}` },
  show: { line: genctl`show FILE.json @last --diff`, instead: '' },
} as const;

/**
 * The request of a job of the ledger, or of a sidecar. Throws UsageError for a job whose request is not known here, because the
 * service does not give requests back; NotFoundError for a word that may be no id at all.
 *
 * @param isPlaced whether flags name the API and route of the job.
 * @param command the one whose line mends a failure.
 */
export async function earlierRequest(
  context: OutputMeans,
  word: string,
  { isPlaced = false, command = 'rerun' }: { isPlaced?: boolean; command?: keyof typeof withSidecar } = {},
): Promise<EarlierRequest> {
  const path = sidecarPath(word, context.around.workingFolder);
  if (path !== undefined) {
    const sidecar = { ...readSidecar(path), path };
    const { jobId, profile, request, route, tags } = sidecar;
    if (request === undefined) throw noRequest(jobId ?? path, withSidecar[command]);
    // The ledger is read only where something was left out.
    const whole = holdsLeftOut(request) && jobId !== undefined ? await wholeBody(context, jobId) : undefined;
    const account = () => accountOfProfile(context, profile);
    const restored = restoredBody(request, whole, digestText);
    return { ...restored, route, sync: false, profile, tags, record: undefined, sidecar, account };
  }
  const record = await findKnownJob(context, word);
  const suggested = withSidecar[command];
  if (record === undefined)
    throw isPlaced || word.startsWith(jobIdPrefix)
      ? noRequest(word, suggested)
      : noSuchJob(word, beside, either(genctl`jobs`, ', or ', suggested.line));
  const body = bodyOf(record);
  if (body === undefined) throw noRequest(record.id, suggested);
  const account = () => accountFor(context, () => context.accountOf(record));
  const { profile, route, sync = false } = record;
  const restored = restoredBody(body, undefined, digestText);
  const tags = record.intent?.tags;
  return { ...restored, route, sync, profile, tags, record, sidecar: undefined, account };
}

const beside = 'For a job of another machine, genctl needs the JSON beside its files.';

function bodyOf({ id, intent }: JobRecord): Record<string, unknown> | undefined {
  return intent === null ? undefined : objectOf(readExactJson(`the request of ${id}`, intent.body));
}

/** The request of a job as the ledger of this machine has it. */
async function wholeBody(context: OutputMeans, jobId: string): Promise<Record<string, unknown> | undefined> {
  const record = await (await context.ledger()).find(jobId);
  return record === undefined ? undefined : bodyOf(record);
}

type Suggested = (typeof withSidecar)[keyof typeof withSidecar];

function noRequest(name: string, { instead, line }: Suggested): UsageError {
  return new UsageError({
    code: 'request_unknown',
    message: `genctl does not know the request of ${name}`,
    why: 'Another machine submitted it, and the service does not return requests.',
    hint: say`${line}, with the sidecar of one of its files${instead}`,
  });
}
