import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { doMainJob } from './main-job.ts';
import { debianRoot, machineIn, run } from './roots.ts';

const maintainer = ['DEBFULLNAME=Ann Packager', 'DEBEMAIL=ann@packages.debian.org'];

describe('Debian’s package, in a new Debian 13', () => {
  let made: string;
  let root: string;

  beforeAll(() => {
    made = run(
      'env',
      ...maintainer,
      'npx',
      'tsx',
      'scripts/ship/debian.ts',
      temporaryFolder('genctl-deb-'),
    ).trim();
    root = debianRoot('nodejs', 'man-db', 'bash-completion');
    run('dpkg', `--root=${root}`, '--install', made);
  });

  it('has nothing that Debian’s checks complain of', () => {
    expect(run('lintian', '--allow-root', '--fail-on', 'error,warning', made)).toBe('');
  });

  it('does the main job', () => doMainJob(machineIn(root, ['/usr/bin/genctl'])));

  it('has its man page and its completion found', () => {
    expect(run('chroot', root, 'man', '-w', 'genctl')).toBe('/usr/share/man/man1/genctl.1.gz\n');
    const line = 'source /usr/share/bash-completion/bash_completion; _comp_load genctl; complete -p genctl';
    expect(run('chroot', root, 'bash', '-c', line)).toBe('complete -F _genctl genctl\n');
  });
});
