import { resolve } from 'node:path';
import { sha256 } from '../../files/lazy-node.ts';
import type { ShotParent } from '../../ledger/record.ts';
import { inheritedTags, type Tags } from '../../ledger/rules/tags.ts';
import { mediaOf } from '../../request/references/local-references.ts';
import type { LookedAtReferences } from '../../request/references/reference-looks.ts';
import { type BuiltRequest, buildAndCheck, checkWords } from '../../request/rules/build-and-check.ts';
import type { AskedRequest } from '../../request/rules/judge-request.ts';
import { isLocal } from '../../service/body/media-part.ts';
import { draftModelId, familyOn } from '../../service/families/index.ts';
import type { MediaInput } from '../../service/request-words.ts';
import { jobIdPrefix } from '../../service/wire-values.ts';
import { type IntentParts, intentMaker, intentsElsewhere } from '../../submit/request-key.ts';
import type { MakeIntent } from '../../submit/submit-attempt.ts';
import { isoTime } from '../../text/iso-time.ts';
import { lookupOf, type ParentTarget } from '../chains/parent-book.ts';
import { standInOfParent, withParentOutputs } from '../chains/parent-media.ts';
import { parentOf, type ShotParents } from '../columns/read-column.ts';
import type { ShotRequest } from '../columns/shot-request.ts';
import type { OpenBatch } from '../open-batch.ts';
import { type FileNames, revisedTemplate, shotTemplate } from '../rules/line-template.ts';
import type { ParentState } from '../rules/parents.ts';
import { fieldMarks, marksVersion } from '../rules/request-fields.ts';
import type { WantedShot } from '../run/shot-requests.ts';

/**
 * How the files of a shot are called. `once`: it had one request alone. `first`: it had several, and its first files are of this
 * one. `revised`: an earlier file of another request is recorded, whose name this one's must not take.
 */
export type ShotNaming = 'once' | 'first' | 'revised';

/** A line whose request was built and checked. Nothing of it was sent or uploaded. */
export interface LineShot {
  line: number;
  /** The names of its files: the template with the words of the line in it. */
  namesOf(how: ShotNaming): FileNames;
  asked: LineRequest;
  built: BuiltRequest;
  /** The identities of the local files of the request, by the placeholders of their links in what was built. */
  files: ReadonlyMap<string, string>;
  wanted: WantedShot;
  parents: ShotParents;
}

const noReferences: LookedAtReferences = { media: [], findings: [], identities: new Map() };

/**
 * Builds and checks what a line asks for. Whether a final's draft is still good is checked only before the final is sent: that changes
 * with time. Throws CliError for a line that can't be sent.
 */
export async function lineShot(
  batch: OpenBatch,
  request: ShotRequest,
  when?: 'about to be sent',
): Promise<LineShot> {
  const isChecked = request.command !== 'finalize' || when === 'about to be sent';
  const preflight = batch.input.preflight && isChecked;
  const asked = await askedOf(batch, request, preflight);
  const looked = await lookAt(batch, asked);
  const built = await batch.facts.settle((known) => buildAndCheck(asked, looked, known));
  const { route } = built.chosen;
  const reading = {
    route,
    identityOf: (link: string) => looked.identities.get(link) ?? link,
    digest: sha256,
  };
  const { fields, wholeLinks } = fieldMarks(built.body, reading);
  const { claimant } = batch;
  const { line, parents } = request;
  const shot = batch.originalIds.originalOf(request.id);
  const parts = intentParts(batch, { line, asked, built }, { shot, fields });
  const wanted: WantedShot = {
    shot,
    fields,
    wholeLinks,
    intentFor: claimedBy(claimant, intentMaker(parts)),
    elsewhere: () => intentsElsewhere(parts).map((make) => claimedBy(claimant, make)),
  };
  const { template } = batch.journey;
  const namesOf = namesOfShot(template, request.free, shot);
  return { line, namesOf, asked, built, files: looked.identities, wanted, parents };
}

/** Gives the names of a shot's files, which may have been called by the id that it was first sent under. Throws UsageError for a template that names what the line does not have. */
function namesOfShot(
  template: string,
  words: ReadonlyMap<string, string>,
  original: string,
): LineShot['namesOf'] {
  const templatesBy = (of: ReadonlyMap<string, string>, how: ShotNaming): string[] => {
    const [plain, revised] = [template, revisedTemplate(template)].map((one) => shotTemplate(one, of));
    const both = how === 'once' ? [plain] : how === 'revised' ? [revised, plain] : [plain, revised];
    return both.filter((one) => one !== undefined);
  };
  const isRenamed = words.get('shot') !== original;
  const former = isRenamed ? new Map([...words, ['id', original], ['shot', original]]) : undefined;
  return (how) => {
    const [own = template, ...others] = templatesBy(words, how);
    const ofFormer = former === undefined ? [] : templatesBy(former, how);
    return { template: own, formerTemplates: [...others, ...ofFormer.filter((one) => one !== own)] };
  };
}

/** Makes the intents of a line that is to be sent: its files are uploaded now. Throws CliError. */
export async function sendableIntents(batch: OpenBatch, line: LineShot): Promise<MakeIntent> {
  const { asked, built, wanted } = line;
  const { media, parents } = await withParentOutputs(batch, line);
  const local = media.filter(({ url }) => isLocal(url));
  if (local.length === 0 && parents.length === 0) return wanted.intentFor;
  const { context, facts, input } = batch;
  const { media: resolved } = await mediaOf(context, local, {
    account: facts.account,
    route: built.chosen.route,
    model: built.model === '' ? undefined : built.model,
    probe: input.probe,
    dryRun: false,
    async beforeUploads() {},
  });
  const links = resolved.values();
  const whole = media.map((one) => (isLocal(one.url) ? (links.next().value ?? one) : one));
  // Its findings were told when all lines were checked.
  const references = { media: whole, findings: [] };
  const request = await facts.settle((known) => buildAndCheck(asked, references, known));
  const parts = intentParts(batch, { ...line, built: request }, wanted, parents);
  return claimedBy(batch.claimant, intentMaker(parts));
}

/** Looks at what a line names. The outputs of other lines, which may not be there yet, have something that stands in for them. */
async function lookAt({ chains, facts, looks }: OpenBatch, asked: AskedRequest): Promise<LookedAtReferences> {
  const media: readonly MediaInput[] = asked.words.media;
  if (media.length === 0) return noReferences;
  const { chosen, model } = await facts.settle((known) => checkWords(asked, known));
  const family = model === '' ? undefined : familyOn(chosen.route, model);
  const own = media.filter((one) => parentOf(one) === undefined);
  const looked = await looks.look(own, { route: chosen.route, family });
  const identities = new Map(looked.identities);
  const seen = looked.media.values();
  const whole = media.map((one) => {
    const parent = parentOf(one);
    if (parent === undefined) return seen.next().value ?? one;
    const { identity, url } = standInOfParent(one.role, parent, chains.book.stateOf(parent.id));
    identities.set(url, identity);
    return { ...one, url };
  });
  return { ...looked, media: whole, identities };
}

function intentParts(
  { context, facts, input, name }: OpenBatch,
  { asked, built, line }: Pick<LineShot, 'asked' | 'built' | 'line'>,
  { fields, shot }: Pick<WantedShot, 'fields' | 'shot'>,
  parents: readonly ShotParent[] = [],
): IntentParts {
  const { environment, workingFolder } = context.around;
  const manifest = input.file === '-' ? {} : { manifest: resolve(workingFolder, input.file) };
  return {
    body: built.body,
    account: facts.account,
    chosen: built.chosen,
    plan: {
      once: `${name}/${shot}`,
      revise: false,
      attempts: 1,
      idempotencyKey: undefined,
      resend: false,
      tags: asked.tags,
      money: input.money,
    },
    environment,
    createdAt: isoTime(context.clock.nowMs()),
    batch: {
      name,
      shot,
      line,
      fields,
      marks: marksVersion,
      ...manifest,
      ...(parents.length === 0 ? {} : { parents: [...parents] }),
    },
  };
}

function claimedBy(claimant: OpenBatch['claimant'], make: MakeIntent): MakeIntent {
  return (attempt, bodyInKey) => ({ ...make(attempt, bodyInKey), ...claimant });
}

/** The request of a line, and the tags for its job. */
type LineRequest = AskedRequest & { tags: Tags | undefined };

/** The request of a line, in the words that a request is built of. Throws CliError. */
async function askedOf(
  { chains, context, input, facts }: OpenBatch,
  request: ShotRequest,
  preflight: boolean,
): Promise<LineRequest> {
  const { strict, dryRun } = input;
  const how = { strict, preflight, isDryRun: dryRun };
  const tags = inheritedTags(request.tags, input.tags);
  if (request.command !== 'finalize') {
    const { choice, own, words } = request;
    return { words, choice, own, tags, ...how };
  }
  const { finalWords, wordsOfFinal } = await import('../../drafts/finals.ts');
  const { draft } = request.parents;
  const state = draft === undefined ? undefined : chains.book.stateOf(draft.id);
  const target = draft === undefined ? undefined : chains.book.targetOf(draft.id);
  const jobId = state?.kind === 'there' ? state.jobId : undefined;
  // Only a final that is to be sent needs its draft itself, which the service may have forgotten since.
  const isAtHand =
    jobId !== undefined && (preflight || (await (await context.ledger()).find(jobId)) !== undefined);
  if (draft !== undefined && !isAtHand)
    return { ...wordsOfFinal(request.words, draftInName(state, target)), tags, ...how };
  const ofJob = jobId === undefined ? request : { ...request, draft: jobId, lookup: lookupOf(target) };
  const final = await finalWords(context, ofJob, { account: facts.account, preflight });
  return { ...final, tags: inheritedTags(tags, final.tags), ...how };
}

/** A draft by what its line asks for. Where its job is not known yet something stands in for its id, which is never sent. */
function draftInName(state: ParentState | undefined, target: ParentTarget | undefined) {
  const id = state !== undefined && 'jobId' in state ? state.jobId : undefined;
  return {
    id: id ?? `${jobIdPrefix}${'0'.repeat(32)}`,
    route: target?.route ?? 'jobs',
    model: target?.model ?? draftModelId,
  } as const;
}
