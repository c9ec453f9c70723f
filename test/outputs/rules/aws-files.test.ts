import { describe, expect, it } from 'vitest';
import { readAwsIni } from '../../../src/outputs/credentials/aws-profile.ts';
import { programWords } from '../../../src/outputs/credentials/store-credentials.ts';

it('a shared file of AWS is read as its own tools do', () => {
  const text = [
    '\uFEFF# ours',
    '[default]',
    'Region=eu-west-1',
    'aws_secret_access_key = a=b/c+"d" # not this',
    's3 =',
    '  max_concurrent_requests = 20',
    '; nor this',
    '[profile  film]\r',
    'credential_process = "/opt/give keys" --a#b\r',
    'nothing',
    '[default]',
    'output = json',
  ].join('\n');
  expect(Object.fromEntries(readAwsIni(text))).toEqual({
    default: { region: 'eu-west-1', aws_secret_access_key: 'a=b/c+"d"', output: 'json' },
    'profile film': { credential_process: '"/opt/give keys" --a#b' },
  });
});

describe('the line of a credential_process', () => {
  it.each([
    ['give-keys', ['give-keys']],
    ['  /opt/give --for genctl  ', ['/opt/give', '--for', 'genctl']],
    [
      `"C:\\Program Files\\give.exe" --name 'a b' --x="c d"`,
      ['C:\\Program Files\\give.exe', '--name', 'a b', '--x=c d'],
    ],
    ["''", ['']],
  ])('%s is words', (line, words) => {
    expect(programWords(line)).toEqual(words);
  });

  it('is none where a quote has no end', () => {
    expect(programWords('"/opt/give keys')).toBeUndefined();
  });
});
