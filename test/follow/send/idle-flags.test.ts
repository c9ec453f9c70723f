import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../../src/run/line/program.ts';

/** What reading a line comes to: the code of its refusal, or undefined. */
async function refusalOf(line: string): Promise<unknown> {
  const request = await readCommandLine(line.split(' '));
  if (request.kind !== 'run') throw new Error(`${line} is help`);
  try {
    request.prepare();
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('a flag that would be read and do nothing', () => {
  it.each([
    ['submit fox --timeout 10m', '--timeout'],
    ['submit fox --timeout 0', '--timeout'],
    ['rerun @last --timeout 10m', '--timeout'],
    ['submit fox --attempts 1 --timeout 10m', '--timeout'],
    ['submit fox --exec true', '--exec'],
    ['draft fox --on-interrupt cancel', '--on-interrupt'],
    ['submit fox --name {id}.{ext}', '--name'],
    ['submit fox -w --overwrite', '--overwrite'],
    ['draft fox -w --no-sidecar', '--no-sidecar'],
    ['draft fox --interval 5s', '--interval'],
    ['refs fox --fail-fast', '--fail-fast'],
    ['finalize @last -w --concurrency 2', '--concurrency'],
    ['wait @last --concurrency 2', '--concurrency'],
    ['rerun @last --name {id}.{ext} --timeout 5m', '--timeout, --name'],
    ['wait @last --name {id}.{ext}', '--name'],
    ['wait @last --no-sidecar --overwrite', '--overwrite, --no-sidecar'],
  ])('%s: %s', async (line, names) => {
    expect(await refusalOf(line)).toMatchObject({
      exitCode: 2,
      code: 'flag_idle',
      message: `${names} has no effect`,
      hint: expect.stringContaining(`genctl ${line.split(' ', 1)[0]} … --`),
    });
  });

  it.each([
    'submit fox --wait --timeout 10m',
    'submit fox --download --name {id}.{ext} --interval 2s',
    'submit fox -D out --overwrite --no-sidecar --concurrency 2 --fail-fast',
    'submit fox --attempts 2 --timeout 10m',
    'submit fox -w --exec true --on-interrupt cancel',
    'refs fox --attempts 2 --exec true',
    'wait @last --exec true',
    'draft fox --pick --name {id}.{ext} --timeout 10m',
    'wait @last --timeout 10m --fail-fast',
    'wait @last -D out --name {id}.{ext} --concurrency 2 --interval 5s',
    'download @last --name {id}.{ext} --overwrite',
    // How far it is followed is asked at the end.
    'compose --name {id}.{ext} --timeout 10m',
  ])('%s: has its effect', async (line) => {
    expect(await refusalOf(line)).toBeUndefined();
  });
});

describe('flags that take the effect from one another', () => {
  it.each([
    'submit fox --once a --idempotency-key k',
    'submit fox --attempts 2 --idempotency-key k',
    'submit fox --revise',
    'submit fox --resend',
    'rerun @last --resend',
    'submit fox --strict --no-preflight',
    'draft fox --takes 2 --idempotency-key k',
    'models vendor-a/image-1 --media image',
    'models vendor-a/image-1 --schema --skeleton',
    'recover --forget k --resend',
    'recover --forget k --same-account k',
    'wait @last --all',
    'wait - --all',
    'wait --all --api v2',
    'wait --all --route tasks',
    'compose --resume a --from @last',
    'draft fox --pick --events',
  ])('%s', async (line) => {
    expect(await refusalOf(line)).toMatchObject({ exitCode: 2, code: 'flag_conflict' });
  });

  it.each([
    'submit fox --once a --resend',
    'submit fox --idempotency-key k --resend',
    'draft fox --takes 1 --idempotency-key k',
    'draft fox --takes 3 --once a --attempts 2',
    'wait --all',
  ])('%s: goes together', async (line) => {
    expect(await refusalOf(line)).toBeUndefined();
  });
});
