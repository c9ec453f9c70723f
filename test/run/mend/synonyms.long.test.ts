import { expect, it } from 'vitest';
import { errorOf, newHome } from '../../transcripts/genctl.ts';

const { run } = newHome();
const env = { GENCTL_PROFILE: 'sandbox' };

/** The line that mends another, words that are still to be filled in with it. */
async function mendOf(line: string): Promise<string> {
  const refused = await run([...line.split(' ').map((word) => word.replaceAll('~', ' ')), '--json'], { env });
  return String(errorOf(refused).hint)
    .replace(/^genctl /, '')
    .replace(/ -o json$/.test(line) ? '' : / --json$/, '');
}

it.each([
  ['ls list ps history job', 'jobs'],
  ['describe inspect view info', 'show --help'],
  ['login signin init', 'auth login'],
  ['logout', 'auth logout'],
  ['whoami', 'auth status'],
  ['profiles accounts contexts', 'auth list'],
  ['watch follow poll tail', 'wait --all'],
  ['usage billing spend', 'costs'],
  ['settings', 'config list'],
  ['prices', 'config prices'],
  ['budgets budget cast', 'config set --help'],
  ['help~prices', 'help config prices'],
  ['help~budgets help~cast', 'help config set'],
  ['help~exit', 'help exit-codes'],
  ['help~whoami', 'help auth status'],
  ['help~nothing', '--help'],
  ['check diagnose', 'doctor'],
  ['serve', 'sandbox serve'],
  ['explain', 'models'],
  ['get~job_1 logs~job_1 describe~job_1', 'show job_1'],
  ['stop~job_1', 'cancel job_1'],
  ['jobs~job_1', 'show job_1'],
  ['jobs~job_1~job_2', 'status job_1 job_2'],
  ['jobs~done', 'jobs --status succeeded'],
  ['auth~login~--name~Studio-2 login~--name~Studio-2', 'auth login --profile Studio-2'],
])('%s: each is %s', async (lines, meant) => {
  for (const line of lines.split(' ').map((one) => one.replaceAll('~', ' ')))
    expect(await mendOf(line), line).toBe(meant);
});

it.each(['generate gen run create new render make sumbit', 'retry again', 'apply', 'darft', 'bacth'])(
  'no command that pays is made of one that is not known: %s',
  async (words) => {
    for (const word of words.split(' ')) {
      const refused = await run([word, 'a fox', '-m', 'vendor-a/image-1', '--json'], { env });
      const { fix, hint } = errorOf(refused) as { fix?: unknown; hint: string };
      expect([fix, hint]).toEqual([null, expect.stringMatching(/^genctl [a-z]+ --help$/)]);
    }
  },
);

it.each([
  'preview x.mp4',
  'rm @last',
  'delete job job_1',
  'get jobs',
  'job list',
  'jobs list',
  'profile use sandbox',
  'create -f shots.jsonl',
  'finalize --all',
  'show job_1 --jq .status',
  'show job_1 -w',
  'batch --retry m.jsonl',
  'submit fox -m vendor-b/video-2.5 -s 1280x720',
  'submit fox -m vendor-b/video-2.5 -n 2',
  'submit fox -m vendor-b/video-2.5 --size 1280x720',
  'submit fox -m vendor-b/video-2.5 --force',
  'submit fox -m vendor-b/video-2.5 --async',
  'submit fox -m vendor-b/video-2.5 --onec --dry-run',
  'submit -m vendor-b/video-2.5 --donwload out',
  'submit fox -m vendor-b/video-2.5 --audio=false',
  'submit fox -m vendor-b/video-2.5 --seconds 5s --budget 1',
  '--model vendor-a/image-1 a~fox',
  'generate video of a fox',
])('no line is made of %s', async (line) => {
  const refused = await run([...line.split(' ').map((word) => word.replaceAll('~', ' ')), '--json'], { env });
  const { fix } = errorOf(refused) as { fix?: { argv?: string[] } };
  expect([refused.code, fix?.argv]).toEqual([2, undefined]);
});

it.each(['--sandbox=never', '--verbose=high'])('%s is told that the flag takes no value', async (flag) => {
  const refused = await run(['wait', 'job_1', flag, '--json'], { env });
  expect(errorOf(refused).message).toBe(`${flag.split('=')[0]} takes no value`);
});

it('a flag that is not known is told without a word about prompts that begin with a dash', async () => {
  const refused = await run(['wait', 'job_1', '--quxquux', '--json'], { env });
  expect(errorOf(refused).why).toBe('The command has no such flag, and no similar one.');
});

it('a letter in the other case is told the flag that has it', async () => {
  const refused = await run(['submit', 'fox', '-m', 'vendor-b/video-2.5', '-d', 'out', '--json'], { env });
  expect(errorOf(refused).why).toBe('The nearest is -D, --dir.');
});
