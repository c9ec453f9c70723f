/** The control file. `installed` is the size of its files. Unit: KiB. */
export function debianControl(version: string, maintainer: string, installed: number): string {
  return `Package: genctl
Version: ${version}
Section: graphics
Priority: optional
Architecture: all
Maintainer: ${maintainer}
Installed-Size: ${installed}
Depends: nodejs (>= 20.19), nodejs (<< 21) | nodejs (>= 22.13), nodejs (<< 23) | nodejs (>= 24)
Suggests: ffmpeg
Description: command line for jobs of image and video generation
 genctl submits jobs to an asynchronous service that generates images and
 video clips, follows them, and downloads their files. It never pays twice
 for a request and never loses a job.
 .
 Batches of many shots, drafts and finals, budgets, a gallery, and an
 embedded sandbox of the service are part of it.
`;
}

/** Debian's own change log, of a package that was made at a time. Unit: s. */
export function debianChangelog(version: string, maintainer: string, seconds: number): string {
  const date = new Date(seconds * 1000).toUTCString().replace('GMT', '+0000');
  return `genctl (${version}) unstable; urgency=medium

  * Release ${version}: see CHANGELOG.md.gz.

 -- ${maintainer}  ${date}
`;
}

/** The licence of genctl, and those of all that is compiled into it; the long one is on every Debian. */
export function debianCopyright(own: string, thirdParty: string): string {
  const apache = /^Version 2\.0, January 2004$[\s\S]*?(?=^-{80}$|(?![\s\S]))/gm;
  const others = thirdParty.replace(
    apache,
    'The text of this license is in /usr/share/common-licenses/Apache-2.0.\n\n',
  );
  return `genctl\n\n${own}\n${'-'.repeat(80)}\n\nPackages whose code is compiled into it:\n\n${others}`;
}
