import { familyOn } from '../../contract/families/index.ts';
import type { RequestRoute } from '../../contract/request-route.ts';
import type { ResolvedReferences } from '../../references/resolve-references.ts';
import { isLocal } from '../../rules/request/media-part.ts';
import type { MediaInput } from '../../rules/request/request-words.ts';
import type { Account } from '../../store/account.ts';
import { homePlaces } from '../../store/home.ts';
import type { CommandContext } from '../context/context.ts';
import { trafficObserver } from '../context/traffic-line.ts';

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
  context: CommandContext,
  media: readonly MediaInput[],
  work: ReferenceWork,
): Promise<ResolvedReferences> {
  const { account, dryRun, probe } = work;
  const looksAtLinks = probe && !dryRun && !account.embedded;
  if (media.length === 0 || (!looksAtLinks && !media.some(({ url }) => isLocal(url))))
    return { media: [...media], findings: [], names: new Map() };
  const { resolveReferences } = await import('../../references/resolve-references.ts');
  const { commandRunner } = await import('../../store/run-command.ts');
  const { around, clock, listen } = context;
  return resolveReferences(media, {
    route: work.route,
    family: work.model === undefined ? undefined : familyOn(work.route, work.model),
    workingFolder: around.workingFolder,
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
