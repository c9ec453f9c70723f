import type { Account } from '../../account/account.ts';
import { homePlaces } from '../../account/home.ts';
import { trafficObserver } from '../../api/transport/traffic.ts';
import { isLocal } from '../../service/body/media-part.ts';
import { familyOn } from '../../service/families/index.ts';
import type { RequestRoute } from '../../service/request-route.ts';
import type { MediaInput } from '../../service/request-words.ts';
import type { RequestMeans } from '../request-means.ts';
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
    listen: ({ bytes, where }) => listen({ kind: 'uploading', where, bytes }),
    observe: trafficObserver(context),
    signal: context.interruption(),
    beforeUploads: work.beforeUploads,
  });
}
