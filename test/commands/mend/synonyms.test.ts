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
  ['ls list ps history job get logs log all search retrieve', 'jobs'],
  ['describe inspect view info', 'show @last'],
  ['generate gen run create new render make image video', 'submit'],
  ['preview', 'draft'],
  ['login signin init', 'auth login'],
  ['logout', 'auth logout'],
  ['whoami', 'auth status'],
  ['profiles accounts contexts', 'auth list'],
  ['use switch', 'auth use NAME'],
  ['rm delete remove', 'jobs prune --older-than 90d --dry-run'],
  ['stop kill abort', 'cancel ID'],
  ['watch follow poll tail', 'wait --all'],
  ['pull fetch save', 'download @last'],
  ['retry again', 'rerun ID'],
  ['resume', 'recover'],
  ['usage billing spend', 'costs'],
  ['settings', 'config list'],
  ['check diagnose', 'doctor'],
  ['serve', 'sandbox serve'],
  ['apply', 'batch FILE'],
  ['explain', 'models'],
  ['final', 'finalize'],
])('%s: each is %s', async (words, meant) => {
  for (const word of words.split(' ')) {
    // A request without a prompt is told what it lacks once its command is right.
    const line = meant === 'submit' || meant === 'draft' ? `${word} a~fox` : word;
    expect(await mendOf(line), line).toBe(line === word ? meant : `${meant} 'a fox'`);
  }
});

it.each([
  ['get job_1', 'show job_1'],
  ['logs -f job_1', 'wait job_1'],
  ['get job job_1 -o json', 'show job_1 --json'],
  ['delete job job_1', 'cancel job_1'],
  ['jobs cancel job_1', 'cancel job_1'],
  ['jobs job_1', 'show job_1'],
  ['jobs job_1 job_2', 'status job_1 job_2'],
  ['run view job_1', 'show job_1'],
  ['show job_1 -w', 'wait job_1'],
  ['profile use sandbox', 'auth use sandbox'],
  ['config use-context sandbox', 'auth use sandbox'],
  ['get setting model', 'config get model'],
  ['apply -f shots.jsonl', 'batch shots.jsonl'],
  ['batch run shots.jsonl', 'batch shots.jsonl'],
  ['create -f shots.jsonl', 'batch shots.jsonl'],
  ['finalize --all', 'finalize'],
  ['download --all', 'sync'],
  ['show job_1 --jq .status', 'show job_1 --json | jq .status'],
  ['jobs done', 'jobs --status succeeded'],
  ['submit a~fox -m vendor-b/video-2.5 --audio=false', "submit 'a fox' -m vendor-b/video-2.5 --no-audio"],
  ['submit a~fox --sandbox', "models --sandbox, then genctl submit 'a fox' --sandbox --json --model ID"],
  ['finalize --sandbox', 'draft --sandbox'],
  ['create video a~fox', "submit 'a fox'"],
  ['create draft a~fox', "draft 'a fox'"],
])('%s is %s', async (typed, meant) => {
  expect(await mendOf(typed)).toBe(meant);
});

it.each(['generate video of a fox', 'create job advertisement'])(
  'no word of a prompt is lost: %s',
  async (line) => {
    expect(await mendOf(line)).toBe(line.replace(/^\w+/, 'submit'));
  },
);

it.each(['--sandbox=never', '--verbose=high'])('%s is told that the flag takes no value', async (flag) => {
  const refused = await run(['wait', 'job_1', flag, '--json'], { env });
  expect(errorOf(refused).message).toBe(`${flag.split('=')[0]} takes no value`);
});

it('a flag that is not known is told without a word about prompts that begin with a dash', async () => {
  const refused = await run(['wait', 'job_1', '--quxquux', '--json'], { env });
  expect(errorOf(refused).why).toBe('The command has no such flag, and none that is near it.');
});
