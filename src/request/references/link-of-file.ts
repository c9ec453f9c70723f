import type { Clock } from '../../api/transport/clock.ts';
import type { Exchange } from '../../api/transport/exchange.ts';
import type { TrafficEvent } from '../../api/transport/traffic.ts';
import { fileDigest, type LocalFile, standInLink } from '../../media/local-file.ts';
import type { RequestRoute } from '../../service/request-route.ts';
import { isDead, type LinkState, probeLink } from './probe-link.ts';
import { noUploadCommand, type Upload, type UploadMeans } from './upload-reference.ts';

export interface LinkPorts {
  /** True if links are probed. */
  probed: boolean;
  exchange(): Promise<Exchange>;
  clock: Clock;
  observe?: ((event: TrafficEvent) => void) | undefined;
}

export interface FileLinkPorts extends LinkPorts, Omit<UploadMeans, 'signal'> {
  /** The route that the link is for; undefined where no request is made. */
  route: RequestRoute | undefined;
  /** The account's profile, for messages; undefined where environment variables make the account. */
  profile: string | undefined;
  /** True if the service is the embedded sandbox, which opens no connection for a reference: nothing is uploaded for it. */
  embedded: boolean;
}

/** The link of a local file, by what is known before anything is uploaded. */
export type FileLink = { digest: string } & (
  | { kind: 'stand-in'; url: string }
  /** An earlier upload gave it, and as far as was looked it still works. */
  | { kind: 'remembered'; url: string; state: LinkState }
  | { kind: 'upload'; standIn: string; upload: Upload }
);

/** Throws UsageError where nothing is set that would upload the file; native errors; the signal's reason. */
export async function linkOfFile(
  file: LocalFile,
  ports: FileLinkPorts,
  signal: AbortSignal,
): Promise<FileLink> {
  const { embedded, memory, uploadCommand: command } = ports;
  if (command === undefined && !embedded) throw noUploadCommand(file, ports);
  const digest = await fileDigest(file.path, signal);
  const standIn = standInLink(file.name, digest);
  if (command === undefined || embedded) return { kind: 'stand-in', digest, url: standIn };
  const known = memory.recall({ digest, command });
  if (known !== undefined) {
    const state = await stateOfLink(known, ports, signal);
    if (!isDead(state)) return { kind: 'remembered', digest, url: known, state };
  }
  return { kind: 'upload', digest, standIn, upload: { file, digest, deadUrl: known } };
}

/** The state that a look at a link finds, where links are probed. */
export async function stateOfLink(url: string, ports: LinkPorts, signal: AbortSignal): Promise<LinkState> {
  if (!ports.probed || !/^https?:/i.test(url)) return { kind: 'unlooked' };
  const { clock, observe } = ports;
  return probeLink(url, { exchange: await ports.exchange(), clock, observe, signal });
}
