import { otherAccountCode } from '../../account/keys/account-key.ts';
import { CliError } from '../../errors/cli-error.ts';
import { MachineError } from '../../errors/endings.ts';
import { genctl, say } from '../../errors/hint.ts';
import type { Listener } from '../../ledger/events.ts';
import type { Output } from '../../service/job.ts';
import { hasLink } from '../../service/output-link.ts';
import { DeadLinkError, isTroubleOfLink, unsafeLinkCode } from '../downloads/download-errors.ts';

/** The links of a job's outputs: the service's own, and in the same order the vendor's, where v1 shows them. */
interface OutputLinks {
  outputs: readonly Output[];
  vendorLinks: readonly (string | undefined)[];
}

/** The source of the links of a job. */
export interface LinkSource {
  /** The links as they were last known. */
  known: OutputLinks;
  /** Asks the job for its links again. Undefined, or a CliError, where the job does not tell them. */
  fresh(): Promise<OutputLinks | undefined>;
}

/** A link to fetch. */
interface Link {
  url: string;
  /** True for a link that is not from the service: the key is not sent there. */
  keyless: boolean;
}

/** How often fresh links are asked for after a dead one. */
const freshLinksMost = 2;

/**
 * Fetches an output by the service's link, by fresh links where that is dead or none, and at last by the vendor's own link: the file is
 * paid for. Throws CliError; where all links are dead, the error names both kinds.
 *
 * @param fetch throws CliError, `DeadLinkError` where the link is dead.
 * @see service document §2.8, §4.9
 */
export async function fetchByLinks<File>(
  index: number,
  { known, fresh }: LinkSource,
  listen: Listener,
  fetch: (link: Link) => Promise<File>,
): Promise<File> {
  const seen = [known];
  let url = linkOf(known.outputs[index]);
  let dead: CliError | undefined;
  const tried = new Set<string>();
  /** The dead link is the error to report, whatever else keeps the job from being asked, unless it is dead for this key alone. */
  function otherReason(error: unknown): undefined {
    if (!(error instanceof CliError)) throw error;
    if (error.code === otherAccountCode) dead = error;
  }
  for (let looks = 0; url !== undefined; looks += 1) {
    tried.add(url);
    try {
      return await fetch({ url, keyless: seen.some(({ vendorLinks }) => vendorLinks.includes(url)) });
    } catch (error) {
      if (!(error instanceof DeadLinkError || isUnsafe(error))) throw error;
      dead = error;
    }
    const links = looks === freshLinksMost ? undefined : await fresh().catch(otherReason);
    if (links !== undefined) seen.unshift(links);
    url = linkOf(links && sameOutput(links, known, index));
    if (isUnsafe(dead) && url !== undefined && tried.has(url)) break;
  }
  if (dead === undefined) throw noLink(index);
  let last: CliError | undefined;
  for (const link of new Set(seen.map((links) => sameOutput(links, known, index)?.vendorLink))) {
    if (link === undefined || tried.has(link)) continue;
    try {
      const file = await fetch({ url: link, keyless: true });
      const message = `the service's link of output ${index + 1} stayed dead; genctl fetched it by the vendor's own link`;
      listen({ kind: 'warning', message });
      return file;
    } catch (error) {
      if (!isTroubleOfLink(error)) throw error;
      last = error;
    }
  }
  throw last === undefined || dead.code === otherAccountCode ? dead : bothDead(dead, last);
}

function linkOf(output: Pick<Output, 'url'> | undefined): string | undefined {
  return output !== undefined && hasLink(output) ? output.url : undefined;
}

/** Tells whether the service gave a link that genctl does not follow: the next answer may have another one. */
function isUnsafe(error: unknown): error is CliError {
  return error instanceof CliError && error.code === unsafeLinkCode;
}

/**
 * The links of the same output in another answer. Where that lists more or fewer outputs, an output's position tells nothing;
 * then it is found only if both answers have exactly one of its type.
 */
function sameOutput(
  { outputs, vendorLinks }: OutputLinks,
  known: OutputLinks,
  index: number,
): { url: string; vendorLink: string | undefined } | undefined {
  let place = index;
  if (outputs.length !== known.outputs.length) {
    const type = known.outputs[index]?.type;
    const isOnly = (list: readonly Output[]) => list.filter((one) => one.type === type).length === 1;
    if (!isOnly(known.outputs) || !isOnly(outputs)) return undefined;
    place = outputs.findIndex((one) => one.type === type);
  }
  const output = outputs[place];
  return output === undefined ? undefined : { url: output.url, vendorLink: vendorLinks[place] };
}

/** The error names both hosts, since either may come back. */
function bothDead(dead: CliError, vendors: CliError): MachineError {
  return new MachineError({
    code: 'dead_link',
    message: `${dead.message}, and the vendor's own link failed too`,
    why: [dead.why, `The vendor's link: ${vendors.message}.`, vendors.why].filter(Boolean).join(' '),
    status: dead.status,
    ofOne: true,
    hint: dead.mend,
    cause: vendors,
  });
}

function noLink(index: number): MachineError {
  return new MachineError({
    code: 'no_outputs',
    message: `output ${index + 1} has no link`,
    why: "The service's answer lists none for it.",
    ofOne: true,
    hint: say`${genctl`status ID`}, then: ${genctl`download ID`}`,
  });
}
