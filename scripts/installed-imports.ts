import { isBuiltin } from 'node:module';
import { relative } from 'node:path';
import type { Plugin } from 'rolldown';

/** A package's name, where a path begins in no folder. */
const bareName = /^[^./\\\0]/;

/**
 * Fails the build where a package that is imported is not installed. The bundler takes it for one that comes from elsewhere, and
 * ends well, with a program that does not start.
 *
 * @param elsewhere the packages that do: users install them, or go without.
 */
export function installedImports(root: string, elsewhere: readonly string[] = []): Plugin {
  return {
    name: 'installed-imports',
    resolveId: {
      order: 'pre',
      filter: { id: bareName },
      async handler(source, importer, { kind, isEntry }) {
        if (importer === undefined || isEntry || isBuiltin(source) || elsewhere.includes(source)) return null;
        const found = await this.resolve(source, importer, { kind, skipSelf: true });
        if (found !== null) return found;
        const from = relative(root, importer).replaceAll('\\', '/');
        throw new Error(`${from} imports ${source}, which is not installed: npm ci`);
      },
    },
  };
}
