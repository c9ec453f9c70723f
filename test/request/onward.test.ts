import { describe, expect, it } from 'vitest';
import { onwardTables } from '../../src/outputs/journey-flags.ts';
import { createOnward } from '../../src/request/onward.ts';

const none = { baseUrl: undefined, profile: undefined, sandbox: false };
const six = ['1', '2', '3', '4', '5', '6'];

describe('the line that goes on with jobs', () => {
  it('names each of them, however many there are', () => {
    expect(createOnward(none).line(six)).toBe('genctl wait 1 2 3 4 5 6');
  });

  it('is of all where all were asked for, of the account that was', () => {
    const onward = createOnward({ ...none, profile: 'studio' });
    onward.typed({ all: true, dir: 'out' }, onwardTables);
    expect(onward.line(six, 'wait', { unfinished: true })).toBe(
      'genctl wait --all --dir out --profile studio',
    );
    expect(onward.line(six)).toBe('genctl wait 1 2 3 4 5 6 --dir out');
    expect(onward.line(['1'], 'wait', { unfinished: true })).toBe('genctl wait 1 --dir out');
  });

  it('has of the flags those that its command takes', () => {
    const onward = createOnward(none);
    const journey = {
      download: true,
      overwrite: true,
      sidecar: false,
      timeout: 0,
      failFast: true,
      open: true,
    };
    onward.typed({ ...journey, seed: 7, once: 'fox' }, onwardTables);
    expect(onward.line(['job_1'])).toBe(
      'genctl wait job_1 --download --overwrite --no-sidecar --timeout 0 --fail-fast',
    );
    expect(onward.line(['job_1'], 'download')).toBe('genctl download job_1 --overwrite --no-sidecar --open');
    expect(onward.line(['job_1'], 'status')).toBe('genctl status job_1');
  });

  it('names the account of a job that the ledger does not have, and of none that it has', () => {
    const onward = createOnward({ ...none, sandbox: true });
    onward.typed({ wait: true, download: false }, onwardTables);
    expect(onward.line(['job_1'])).toBe('genctl wait job_1');
    onward.elsewhere('job_1', 'job_1', { api: 'v1', route: 'tasks' });
    expect(onward.line(['job_1'])).toBe('genctl wait job_1 --api v1 --route tasks --sandbox');
  });

  it('names a job that a sidecar led to by the path that was typed, and the others by their ids', () => {
    const onward = createOnward(none);
    onward.typed({ download: true }, onwardTables);
    onward.elsewhere('job_1', 'out/a b.mp4', undefined);
    onward.elsewhere('2', '-c.mp4', undefined);
    expect(onward.line(['job_1', 'job_3'], 'status')).toBe("genctl status 'out/a b.mp4' job_3");
    expect(onward.line(['2'], 'status')).toBe('genctl status -- -c.mp4');
  });

  it('is quoted for the shell, and an id is no flag', () => {
    const onward = createOnward(none);
    onward.typed({ dir: "a 'b'\n", download: false }, onwardTables);
    expect(onward.line(['-1', 'a;b'])).toBe("genctl wait --dir $'a \\'b\\'\\n' -- -1 'a;b'");
  });

  it('is of a submit whose answer is not known only where its job was to be followed', () => {
    const onward = createOnward(none);
    onward.typed({ wait: false, download: false }, onwardTables);
    expect(onward.lineOnceKnown()).toBeUndefined();
    onward.typed({ wait: true, download: false, timeout: 90_000 }, onwardTables);
    expect(onward.lineOnceKnown()).toBe('genctl recover --quiet | genctl wait - --timeout 90s');
  });
});
