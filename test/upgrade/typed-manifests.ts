/** A link that a store has signed for an hour, as it is told at one time. */
export function signed(name: string, mark: string): string {
  const parameters = {
    Algorithm: 'AWS4-HMAC-SHA256',
    Credential: 'key%2F20261031%2Feu-west-1%2Fs3%2Faws4_request',
    Date: `20261031T22${mark.repeat(4)}Z`,
    Expires: '3600',
    SignedHeaders: 'host',
    Signature: mark.repeat(64),
  };
  const query = Object.entries(parameters).map(([field, value]) => `X-Amz-${field}=${value}`);
  return `https://files.example.com/${name}?${query.join('&')}`;
}

function lines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** The smallest picture that the service takes, as a file of this machine. */
export const localPicture = 'hero.png';

const row = (id: string, prompt: string) => ({ id, prompt });
const still = { model: 'vendor-a/image-1' };
const moving = { model: 'spicy/video-2-5', duration: 4 };
const moving2 = { model: 'vendor-b/video-2.5', duration: 4, resolution: '480p' };

/** Those that the search draws as well (`test/search/draw-words.ts`) have the lines that it begins with. */
export const manifests: Record<string, string> = {
  // Done, running, failed.
  'work/m1.jsonl': lines([
    { ...row('s0', 'shot m1 s0 0'), ...still },
    { ...row('s1', 'shot m1 s1 0'), ...still },
    { ...row('s2', 'shot m1 s2 0 sandbox:provider_failed'), ...still },
    { ...row('s3', 'shot m1 s3 0'), ...still },
  ]),
  // Ids that a spreadsheet would rewrite.
  'work/numbered.csv': `id,prompt,model\n${[1, 2, 3].map((at) => `00${at},shot numbered ${at} 0,vendor-a/image-1\n`).join('')}`,
  // v1: done, and uncertain.
  'work/m3.jsonl': lines([0, 1, 2].map((at) => ({ ...row(`s${at}`, `shot m3 s${at} 0`), ...moving }))),
  // A final of a draft.
  'work/m4.jsonl': lines([
    { id: 'd', command: 'draft', prompt: 'shot m4 d 0', duration: 4 },
    { id: 'f', command: 'finalize', draft: '@d' },
  ]),
  // A parent and its child.
  'work/m5.jsonl': lines([
    { ...row('p', 'shot m5 p 0'), ...still },
    { ...row('c', 'shot m5 c 0'), ...moving, first_frame: '@p' },
  ]),
  // References: a file of this machine, links of each kind.
  'work/m6.jsonl': lines([
    { ...row('file', 'shot m6 file 0'), ...moving2, first_frame: localPicture },
    { ...row('plain', 'shot m6 plain 0'), ...moving2, first_frame: 'https://files.example.com/plain.png' },
    {
      ...row('query', 'shot m6 query 0'),
      ...moving2,
      ref_image: ['https://files.example.com/q.png?version=3'],
    },
    { ...row('signed', 'shot m6 signed 0'), ...moving2, first_frame: signed('signed.png', '1') },
    {
      ...row('both', 'shot m6 both 0'),
      ...moving2,
      ref_image: [signed('one.png', '2'), 'https://files.example.com/two.png'],
    },
  ]),
  'work/m7.jsonl': lines([0, 1, 2, 3].map((at) => ({ ...row(`s${at}`, `shot m7 s${at} 0`), ...still }))),
  'work/m8.jsonl': lines([0, 1, 2].map((at) => ({ ...row(`s${at}`, `shot m8 s${at} 0`), ...still }))),
};
