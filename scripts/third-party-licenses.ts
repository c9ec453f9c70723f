import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';

/** The licence of a package. Most have the words of one of a few licences, below a line of whose they are. */
export interface License {
  /** Name and version of the package, and what it calls its licence. */
  of: string;
  /** The lines that say who holds the copyright. */
  holders: readonly string[];
  words: string;
}

/** The licences of every package whose code is in the bundle. */
export function thirdPartyLicenses(): Plugin {
  return {
    name: 'third-party-licenses',
    generateBundle(_, bundle) {
      const folders = new Set<string>();
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const id of chunk.moduleIds) {
          const folder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0];
          if (folder !== undefined && existsSync(join(folder, 'package.json'))) folders.add(folder);
        }
      }
      const source = licenseDocument([...folders].sort().map(licenseOf));
      this.emitFile({ type: 'asset', fileName: 'third-party-licenses.txt', source });
    },
  };
}

/** Words that several packages have stand there once, below all of these and the holders of each. */
export function licenseDocument(licenses: readonly License[]): string {
  const byWords = new Map<string, License[]>();
  for (const license of licenses) {
    const words = license.words.replaceAll(/\s+/g, ' ').trim();
    byWords.set(words, [...(byWords.get(words) ?? []), license]);
  }
  return [...byWords.values()]
    .map((same) => {
      const packages = same.map(({ of, holders }) => [of, ...holders].join('\n')).join('\n\n');
      return `${packages}\n\n${same[0]?.words.trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** A licence by its text: the lines of its holders are those that begin with a copyright, before anything but its title. */
export function readLicense(of: string, text: string): License {
  const lines = text.split(/\r?\n/);
  const title = /^\W*(?:the )?[\w-]+ licen[cs]e\b.{0,20}$/i;
  const holder = /^\W*(?:copyright\b|\(c\)|©)/i;
  const begin = lines.findIndex((line) => line.trim() !== '' && !title.test(line) && !holder.test(line));
  const head = lines.slice(0, Math.max(0, begin));
  return {
    of,
    holders: head.filter((line) => holder.test(line)).map((line) => line.trim()),
    words: lines.slice(head.length).join('\n'),
  };
}

function licenseOf(folder: string): License {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  // Its section 3.2 asks of a program for the place of the source, and not for its own text.
  if (license === 'MPL-2.0') {
    const words =
      'Its source is the npm package of this name and version.\nIts license: https://mozilla.org/MPL/2.0/\n';
    return { of: `${name} ${version}, ${license}`, holders: [], words };
  }
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
  return readLicense(`${name} ${version}, ${license}`, text);
}
