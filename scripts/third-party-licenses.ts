import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';

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
      const source = [...folders]
        .sort()
        .map(licenseOf)
        .join(`\n${'-'.repeat(80)}\n\n`);
      this.emitFile({ type: 'asset', fileName: 'third-party-licenses.txt', source });
    },
  };
}

function licenseOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? `Licence: ${license}\n` : readFileSync(join(folder, file), 'utf8');
  return `${name} ${version}\n\n${text}`;
}
