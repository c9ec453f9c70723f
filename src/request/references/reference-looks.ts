import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  fileDigest,
  type LocalFile,
  openLocalFile,
  readingFailed,
  standInLink,
} from '../../media/local-file.ts';
import { contentTypeOf, formOfRole } from '../../media/rules/media-kind.ts';
import { isLocal } from '../../service/body/media-part.ts';
import type { Finding } from '../../service/checks/finding.ts';
import { clipFindings } from '../../service/checks/reference-media.ts';
import { requestRoutes } from '../../service/request-route.ts';
import { flagOfRole, type MediaInput } from '../../service/request-words.ts';
import { type InspectedFile, inspectFile } from './inspect-reference.ts';
import { linkFindings, type ReferenceTarget, shownLink } from './link-finding.ts';
import { type LinkPorts, type LinkState, stateOfLink } from './probe-link.ts';
import { noUploadCommand } from './upload-reference.ts';

/** References after a look. Nothing was uploaded, and no file was read into memory. */
export interface LookedAtReferences {
  /** One for each medium, in their order; a link of a known form stands in for the content of a local file. */
  media: readonly MediaInput[];
  findings: readonly Finding[];
  /** The SHA-256 of the file of each stand-in, which takes its place where requests are compared. */
  identities: ReadonlyMap<string, string>;
}

/** Looks at the references of many requests. Each file is read, and each link probed, once, however many requests name it. */
export interface ReferenceLooks {
  /** Throws UsageError for a file that can't be used; the signal's reason. */
  look(media: readonly MediaInput[], target: ReferenceTarget): Promise<LookedAtReferences>;
}

export interface ReferenceLooksOptions extends LinkPorts {
  /** Relative paths are resolved from here. */
  folder: string;
  /** The account's profile, for messages; undefined where environment variables make the account. */
  profile: string | undefined;
  /** True if there is a way to make a link of a file: an upload command, or the embedded service, which opens no connection. */
  uploads: boolean;
  /** True if local files are measured. */
  measured: boolean;
  signal: AbortSignal;
}

/** How many looks are remembered; above that the oldest are forgotten, and looked at again when they are met again. */
const rememberedMost = 20_000;

export function openReferenceLooks(options: ReferenceLooksOptions): ReferenceLooks {
  const { signal } = options;
  const files = memoryOf<LookedAtFile>();
  const links = memoryOf<LinkState>();

  const stateOf = (url: string): Promise<LinkState> => links(url, () => stateOfLink(url, options, signal));

  async function lookAtFile({ member, role, url }: MediaInput): Promise<LookedAtFile> {
    const typed = member && `@${member}`;
    const open = { flag: flagOfRole[role], typed, workingFolder: options.folder };
    const facts = await stat(resolve(options.folder, url)).catch(() => undefined);
    if (facts === undefined) return inspected(await openLocalFile(url, open), role, options);
    // A file that was written anew is another one.
    const key = [role, typed ?? '', url, facts.size, facts.mtimeMs].join('\n');
    return files(key, async () => inspected(await openLocalFile(url, open), role, options));
  }

  return {
    async look(media, target) {
      const seen: MediaInput[] = [];
      const findings: Finding[] = [];
      const clips: NonNullable<InspectedFile['clip']>[] = [];
      const identities = new Map<string, string>();
      for (const one of media) {
        if (!isLocal(one.url)) {
          seen.push(one);
          const where = `${flagOfRole[one.role]} ${shownLink(one.url)}`;
          const state = await stateOf(one.url);
          findings.push(...linkFindings({ where, role: one.role, state }, target));
          continue;
        }
        const looked = await lookAtFile(one);
        const isInline =
          requestRoutes[target.route].takesInlinePictures && formOfRole[one.role] === 'picture';
        if (!isInline && !options.uploads)
          throw noUploadCommand(looked.file, { ...options, route: target.route });
        const url = isInline ? inlineStandIn(looked) : standInLink(looked.file.name, looked.digest);
        identities.set(url, `sha256:${looked.digest}`);
        seen.push({ ...one, url });
        findings.push(...looked.inspected.findings);
        if (looked.inspected.clip !== undefined) clips.push(looked.inspected.clip);
      }
      return { media: seen, findings: [...findings, ...clipFindings(clips, target.family)], identities };
    },
  };
}

interface LookedAtFile {
  file: LocalFile;
  inspected: InspectedFile;
  /** SHA-256 of its bytes, in hex. */
  digest: string;
}

async function inspected(
  file: LocalFile,
  role: MediaInput['role'],
  { measured, signal }: ReferenceLooksOptions,
): Promise<LookedAtFile> {
  try {
    return {
      file,
      inspected: await inspectFile(file, { role, measured }),
      digest: await fileDigest(file.path, signal),
    };
  } catch (error) {
    throw readingFailed(file, error);
  }
}

/** A data URL that says what the file's would say, without its bytes. */
function inlineStandIn({ digest, inspected: { kind } }: LookedAtFile): string {
  return `data:${contentTypeOf(kind)};base64,${Buffer.from(digest, 'hex').toString('base64')}`;
}

/** Keeps what was found under each key, for as many of the newest keys as are remembered. */
function memoryOf<Value>(): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const kept = new Map<string, Promise<Value>>();
  return (key, make) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make();
    kept.set(key, made);
    const [oldest] = kept.keys();
    if (kept.size > rememberedMost && oldest !== undefined) kept.delete(oldest);
    return made;
  };
}
