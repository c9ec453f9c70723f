import type { Account } from '../account/account.ts';
import { CliError } from '../errors/cli-error.ts';
import { UsageError } from '../errors/endings.ts';
import { hintText } from '../errors/hint.ts';
import { InterruptedError } from '../errors/interrupted-error.ts';
import type { JobRecord } from '../ledger/record.ts';
import { draftFacts } from '../request/draft-validity.ts';
import { castMedia } from '../request/references/cast.ts';
import { mediaOf } from '../request/references/local-references.ts';
import { jsonPath } from '../schema/json/json-place.ts';
import { draftIdsOf } from '../service/body/submit-subject.ts';
import { type Finding, finding } from '../service/checks/finding.ts';
import type { MediaInput } from '../service/request-words.ts';
import { isOnThisMachine } from '../text/base-url.ts';
import type { ComposeMeans } from './choose-account.ts';
import { type ComposedCommand, composedCommand, composedRoute, composedWords } from './composed-command.ts';
import type { ComposeInput, Session } from './open-session.ts';
import { castInPrompt } from './rules/cast-in-prompt.ts';
import { type Composition, entryOf, modelOf } from './rules/composition.ts';
import { withDraftReason } from './rules/drafts.ts';
import { compositionFindings, doubtedFiles, filePlaces, unsentFiles } from './rules/local-files.ts';

/** A composition as the command that sends it would build it now. Nothing was uploaded for it, and no link was opened. */
export interface BuiltComposition {
  command: ComposedCommand;
  /** The body with the names of the cast replaced, and with the paths of local files in the place of their links. */
  body: Record<string, unknown>;
  findings: readonly Finding[];
}

/** The account and the flags that a composition is built with. */
export type BuildSetting = Pick<Session, 'account' | 'defaults'> & Pick<ComposeInput, 'flags' | 'probe'>;

/** The rule of findings about a file that the command refuses to send, whatever the checks are told. */
export const unusableFile = 'unusable-file';

/** Lets the event loop turn between steps, so that a signal gets through however large a schema is. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Builds a composition by the steps of the command that sends it: the command, its words, its files, its checks. Rejects with the
 * signal's reason, or where the machine fails.
 */
export async function buildComposition(
  context: ComposeMeans,
  composition: Composition,
  setting: BuildSetting,
): Promise<BuiltComposition> {
  const { account, defaults, flags } = setting;
  const named = castInPrompt(composition);
  const { body } = named.sent;
  const entry = entryOf(composition);
  await turn();
  const draftIds = draftIdsOf(body);
  const [draftId] = draftIds;
  const draft = draftId === undefined ? undefined : await (await context.ledger()).find(draftId);
  const command = composedCommand({
    body: composition.body,
    draft,
    sent: body,
    entry,
    given: flags,
    defaults,
  });
  const drafts = await draftFacts(context, draftIds);
  await turn();
  const media = castMediaOf(composedWords(command).media, composition);
  const files = await lookAtFiles(context, media, { composition: named.sent, setting });
  await turn();
  const about = { loopback: isOnThisMachine(account.baseUrl), draft: (id: string) => drafts.get(id) };
  const found = [
    ...named.findings,
    ...files.findings,
    ...compositionFindings(named.sent, about, (word) => files.links.get(word)),
    ...unsentFiles(named.sent, media),
    ...doubtedFiles(composition),
    ...(draft === undefined ? [] : await othersDraft(context, draft, account)),
  ];
  return { command, body, findings: withDraftReason(found, composition) };
}

/** The rule of a draft of another account: no account makes a final of it. */
export const draftOfAnother = 'draft-of-another-account';

async function othersDraft(context: ComposeMeans, draft: JobRecord, account: Account): Promise<Finding[]> {
  const { assertDraftOf } = await import('../drafts/finals.ts');
  try {
    await assertDraftOf(context, draft, account);
    return [];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const words = {
      message: `${error.message}: ${error.why}`.replace(/\.$/, ''),
      fix: 'name a draft of this account',
    };
    const parts = { rule: draftOfAnother, where: 'input.content', section: '§3' } as const;
    return [{ ...finding({ ...parts, enforcedBy: 'service', ...words }), told: words }];
  }
}

/** The media of a command, with the files of the cast in the place of their names; a name of no member stays. */
function castMediaOf(media: readonly MediaInput[], { facts }: Composition): readonly MediaInput[] {
  try {
    return castMedia(media, facts.cast ?? new Map());
  } catch (error) {
    // The finding of the cast says it.
    if (error instanceof UsageError) return media;
    throw error;
  }
}

/** The links that local files would get, and what is found about the files. */
interface FilesSeen {
  links: ReadonlyMap<string, string>;
  findings: readonly Finding[];
}

/**
 * Looks at the files of a request as a dry run of its submit does. A file that can't be used is a finding at its place, so that all
 * such files are shown.
 */
async function lookAtFiles(
  context: ComposeMeans,
  media: readonly MediaInput[],
  { composition, setting }: { composition: Composition; setting: BuildSetting },
): Promise<FilesSeen> {
  const { account, probe } = setting;
  const look = (some: readonly MediaInput[]) =>
    mediaOf(context, some, {
      ...{ account, probe, dryRun: true, route: composedRoute, model: modelOf(composition) },
      beforeUploads: async () => undefined,
    });
  const usable: MediaInput[] = [];
  const refusals = new Map<string, CliError>();
  for (const medium of media) {
    try {
      await look([medium]);
      usable.push(medium);
    } catch (error) {
      if (!(error instanceof CliError) || error instanceof InterruptedError) throw error;
      refusals.set(medium.url, error);
    }
  }
  const seen = await look(usable);
  const links = new Map(usable.map(({ url }, index) => [url, seen.media[index]?.url ?? url]));
  const unusable = filePlaces(composition.body, entryOf(composition)).flatMap(({ place, word }) => {
    const refusal = refusals.get(word);
    return refusal === undefined ? [] : [refusedFile(jsonPath(place), refusal)];
  });
  // A composition is not a dry run: its file is uploaded once it is sent.
  const found = seen.findings.filter(({ rule }) => rule !== 'upload-pending');
  return { links, findings: [...unusable, ...found] };
}

/** The codes of errors whose message and hint say all. A remark below a question has three lines, and has to hold the hint. */
const wholeMessages: ReadonlySet<string> = new Set(['media_misfit', 'upload_command_missing']);

function refusedFile(where: string, { code, hint, message, why }: CliError): Finding {
  const parts = { rule: unusableFile, where, enforcedBy: 'generator', section: '' } as const;
  const isWhole = wholeMessages.has(code) || why === undefined;
  const reason = isWhole ? message : `${message}: ${why.replace(/\.$/, '')}`;
  const fix = hint === undefined ? 'give another file, or an https URL' : hintText(hint);
  return { ...finding({ ...parts, message: reason, fix }), told: { message: reason, fix } };
}
