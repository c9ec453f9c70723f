import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'rolldown';

/** The schemas of the sandbox's OpenAPI document, made when the program is built: what makes them is large, and not shipped. */
export function builtSchemas(sourceFolder: string): Plugin {
  const path = join(sourceFolder, 'sandbox/openapi/schemas.ts');
  let isMade = false;
  return {
    name: 'built-schemas',
    async load(id) {
      if (id !== path) return null;
      isMade = true;
      const { componentSchemas } = (await import(
        pathToFileURL(path).href
      )) as typeof import('../src/sandbox/openapi/schemas.ts');
      return `export const componentSchemas = () => (${JSON.stringify(componentSchemas())});`;
    },
    buildEnd(error) {
      if (error === undefined && !isMade) throw new Error(`Nothing imports ${path} any more`);
    },
  };
}
