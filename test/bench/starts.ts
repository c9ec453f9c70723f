import { join } from 'node:path';
import { genctl, isThere, node, type Stream } from './measured.ts';
import { queuedJob, startBenchService } from './service.ts';
import { printRows, type Row } from './table.ts';

const job = 'job_bench';
/** As long as prompts are. */
const prompt = 'a red fox in snow, slowly and in the light of a late afternoon, '.repeat(4);

/** What each way to begin costs, as a multiple of an empty script, beside what a person would type instead. */
export async function benchStarts(folder: string, rounds: number): Promise<void> {
  const service = await startBenchService(folder, { jobOf: queuedJob });
  const { baseUrl, secureUrl } = service;
  const env = { GENCTL_HOME: join(folder, 'starts'), GENCTL_BASE_URL: baseUrl, GENCTL_API_KEY: 'bench' };
  const look = `curl -s -H 'authorization: Bearer bench' ${baseUrl}/v2/jobs/${job} | jq .`;
  const rowsOn = (stream: Stream): readonly Row[] => {
    const place = { env, stream };
    const row = (name: string, words: readonly string[], goal: string, of = 'node -e 0'): Row => ({
      ...{ name, words, place, of },
      ...(goal !== '' && { goal }),
    });
    return [
      { name: 'node -e 0', words: [node, '-e', '0'], place },
      row('genctl --version', genctl('--version'), '≤ 1.1'),
      row('genctl --help', genctl('--help'), '≤ 1.15'),
      row('genctl submit --help', genctl('submit', '--help'), '≤ 1.15'),
      // A shell reads what completes a word from a pipe, always.
      ...(stream === 'pipe'
        ? [row('genctl __complete', genctl('__complete', 'genctl wait job_'), '≤ 1.4')]
        : []),
      ...(isThere('gh') ? [row('gh --help', ['gh', '--help'], '')] : []),
      row('genctl jobs --limit 20', genctl('jobs', '--limit', '20'), '≤ 2.2'),
      row('genctl status', genctl('status', job, '--json'), '≤ 2.5'),
      ...(isThere('curl') && isThere('jq') ? [row('curl | jq', ['sh', '-c', look], '')] : []),
      ...(secureUrl === undefined ? [] : [secureRow(secureUrl, { env, stream })]),
      row(
        'genctl submit',
        genctl('submit', prompt, '--model', 'vendor-b/video-2.5', '--quiet'),
        '≤ 1.25',
        'genctl status',
      ),
    ];
  };
  try {
    await printRows('start, into a pipe', rowsOn('pipe'), rounds);
    if (isThere('script')) await printRows('start, on a terminal', rowsOn('terminal'), rounds);
  } finally {
    service.close();
  }
}

function secureRow(
  baseUrl: string,
  { env, stream }: { env: Readonly<Record<string, string>>; stream: Stream },
): Row {
  // The certificate is of its own making. To be told so would cost time that is nobody's.
  const trusting = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1', GENCTL_BASE_URL: baseUrl };
  return {
    ...{ name: 'genctl status, https', of: 'node -e 0', goal: '≤ 4.2' },
    words: genctl('status', job, '--json'),
    place: { env: { ...env, ...trusting }, stream },
  };
}
