/**
 * Which files the everyday suite has, so that `npm cit` ends in a minute; the system suite has the rest. Of the transcripts it has a fixed
 * list: what must never happen to money, jobs and secrets, and a line of each command. The system suite has all of them.
 */
const everydayTranscripts = [
  // Never twice, and never more than was agreed to.
  ...['attempts', 'budgets', 'flag-as-value', 'once', 'over-budget', 'paid-answers', 'rerun', 'several'],
  ...['taken-flags', 'typed-amounts'],
  // Nothing is lost.
  ...['batch', 'faults', 'leftovers', 'main-job', 'not-recorded', 'open-files', 'recover', 'sidecars'],
  // No secret is told, and no text steers.
  ...['refused-keys', 'secrets-of-links'],
  // A line of each command.
  'each-command',
];

/** Rooms that the system suite has alone. */
const systemRooms = ['bench', 'bundle', 'docs', 'mends', 'search', 'ship', 'system', 'transcripts'];

/** What computes for long says so in its name: schemas of other services, what chance makes of them, media, many writers. */
const long = '.long.test.ts';

/** What the everyday suite runs, as Vitest reads it. */
export const everyday = {
  include: [
    'test/*.test.ts',
    `test/!(${systemRooms.join('|')})/**/*.test.ts`,
    `test/transcripts/{${everydayTranscripts.join(',')}}.test.ts`,
  ],
  exclude: [`test/**/*${long}`],
};

/** What the everyday suite leaves out of its rooms. */
export const longRooms = `test/!(${systemRooms.join('|')})/**/*${long}`;

/** What needs no other program than Node. */
export const every = {
  include: ['test/**/*.test.ts'],
  exclude: ['test/bench/**', 'test/search/**', 'test/ship/**', 'test/system/**'],
};

/** Whether the everyday suite has a file, by its path in the repository. */
export function isEveryday(path: string): boolean {
  const [, room = ''] = path.split('/');
  if (path.endsWith(long)) return false;
  if (room === 'transcripts')
    return everydayTranscripts.some((name) => path === `test/${room}/${name}.test.ts`);
  return !systemRooms.includes(room);
}
