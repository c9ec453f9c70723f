import type { Account } from '../../account/account.ts';
import { homePlaces } from '../../account/home.ts';
import { trafficObserver } from '../../api/transport/traffic.ts';
import { isLocal, referenceNames, sourceOfPart } from '../../service/body/media-part.ts';
import { type PartView, readSubmit } from '../../service/body/submit-subject.ts';
import { familyOn } from '../../service/families/index.ts';
import { limits } from '../../service/limits.ts';
import { type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import type { MediaInput } from '../../service/request-words.ts';
import type { RequestMeans } from '../request-means.ts';
import { shownWord } from '../shown-request.ts';
import type { ResolvedReferences } from './resolve-references.ts';

/** The request that the references belong to, and whether they may be looked at and uploaded. */
export interface ReferenceWork {
  account: Account;
  route: RequestRoute;
  model: string | undefined;
  probe: boolean;
  dryRun: boolean;
  /** Called before the first upload, with stand-ins for its links; throws where the request is refused. */
  beforeUploads(preview: ResolvedReferences): Promise<void>;
}

/**
 * The media of a request as links and data URLs. The code that looks at files and links is only loaded where there is something
 * to look at. Throws UsageError for a file that can't be used, MachineError for an upload that fails.
 */
export async function mediaOf(
  context: RequestMeans,
  media: readonly MediaInput[],
  work: ReferenceWork,
): Promise<ResolvedReferences> {
  const { account, dryRun, probe } = work;
  const looksAtLinks = probe && !dryRun && !account.embedded;
  if (media.length === 0 || (!looksAtLinks && !media.some(({ url }) => isLocal(url))))
    return { media: [...media], findings: [], names: new Map() };
  const { resolveReferences } = await import('./resolve-references.ts');
  const { commandRunner } = await import('../../account/keys/run-command.ts');
  const { around, clock, listen } = context;
  return resolveReferences(media, {
    route: work.route,
    family: work.model === undefined ? undefined : familyOn(work.route, work.model),
    workingFolder: around.workingFolder,
    stdinFile: context.stdinFile,
    profile: account.stored === undefined ? undefined : account.profile,
    uploadCommand: (await context.defaults(account)).uploadCommand,
    memoryFolder: homePlaces(await context.home()).uploads,
    embedded: account.embedded,
    probe,
    dryRun,
    exchange: () => context.exchangeOf(account),
    runCommand: commandRunner(around.environment),
    clock,
    onStart: ({ bytes, where }) => listen({ kind: 'uploading', where, bytes }),
    observe: trafficObserver(context),
    signal: context.interruption(),
    beforeUploads: work.beforeUploads,
  });
}

/** The names of the local files of a request, by the links that stand for them in the body. */
type LocalNames = ReadonlyMap<string, string>;

/**
 * Prints how the prompt can call each reference, such as `image 1 = hero.png`, and on the refs route whether it is prepared.
 */
export function tellReferences(
  { terminal }: RequestMeans,
  body: Record<string, unknown>,
  { media, names, route }: { media: readonly MediaInput[]; names: LocalNames; route: RequestRoute },
): void {
  const inBody = readSubmit(body, { route }).parts.flatMap(referencesIn);
  let prepared = 0;
  for (const { name, media: one } of referenceNames(inBody.length > 0 ? inBody : media)) {
    const isPrepared = one.role !== 'reference_audio' && prepared++ < limits.preparedReferences;
    const how = !requestRoutes[route].preparesReferences
      ? ''
      : isPrepared
        ? ' (prepared)'
        : ' (passed on as it is)';
    terminal.err.write(`${name} = ${names.get(one.url) ?? shownWord(one.url)}${how}\n`);
  }
}

function referencesIn({ part, role, type }: PartView): MediaInput[] {
  const url = sourceOfPart(part, type);
  return role?.startsWith('reference_') && url !== '' ? [{ role: role as MediaInput['role'], url }] : [];
}
