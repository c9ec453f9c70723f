import { join } from 'node:path';
import type { JobRecord } from '../../src/ledger/record.ts';
import { writeLargeLedger } from './large-ledger.ts';
import { type BenchService, startBenchService } from './service.ts';

/** A home whose jobs are over, and a service that has a file of each. */
export interface Clips {
  env: Readonly<Record<string, string>>;
  ids: readonly string[];
  urls: readonly string[];
  close(): void;
}

/** @param wanted how many jobs, and the size of the file of each; unit: bytes. */
export async function openClips(folder: string, wanted: { jobs: number; bytes: number }): Promise<Clips> {
  const records = new Map<string, JobRecord['job']>();
  const file = clipOf(wanted.bytes);
  const service = await startBenchService(folder, {
    jobOf: (id) => ({ ...records.get(id), outputs: [{ url: urlOf(service, id), type: 'video' }] }),
    fileAt: (path) => (path.startsWith('/v1/media/') ? file : undefined),
  });
  const home = join(folder, `home-${wanted.jobs}-${wanted.bytes}`);
  writeLargeLedger({
    ...{ home, jobs: wanted.jobs, runningAt: service.baseUrl },
    each: ({ id, job }) => records.set(id, { ...job, status: 'succeeded', completed_at: job.created_at }),
  });
  const ids = [...records.keys()];
  return {
    env: { GENCTL_HOME: home, GENCTL_BASE_URL: service.baseUrl, GENCTL_API_KEY: 'bench' },
    ids,
    urls: ids.map((id) => urlOf(service, id)),
    close: service.close,
  };
}

/** As much as a player would take for a clip by its first bytes. */
function clipOf(bytes: number): Buffer {
  const clip = Buffer.alloc(bytes, 0x5a);
  clip.writeUInt32BE(24);
  clip.write('ftypisom', 4, 'latin1');
  return clip;
}

function urlOf({ baseUrl }: Pick<BenchService, 'baseUrl'>, id: string): string {
  return `${baseUrl}/v1/media/${id}/0.mp4`;
}
