import type { Plugin } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';

/** How the bundler exports a name of a chunk: with a getter, for names that change later. */
const exportGetter =
  /Object\.defineProperty\(exports,"(\w+)",\{enumerable:!0,get:function\(\)\{return ([\w$]+)\}\}\)/g;

/** Exports what never changes as a plain property, which is smaller, and quicker to make and to read. */
export function plainExports(): Plugin {
  let made = 0;
  return {
    name: 'plain-exports',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const fixed = fixedNames(chunk.code);
        chunk.code = chunk.code.replace(exportGetter, (getter, name: string, local: string) => {
          if (!fixed.has(local)) return getter;
          made += 1;
          return `exports.${name}=${local}`;
        });
      }
      if (made === 0)
        throw new Error('The bundler exports in another way: scripts/plain-exports.ts finds nothing');
    },
  };
}

/** The constants, functions and classes of a chunk that have their value before its end. */
function fixedNames(code: string): Set<string> {
  const names = new Set<string>();
  for (const statement of parseAst(code, { sourceType: 'script' }).body) {
    if (statement.type === 'FunctionDeclaration' && statement.id !== null) names.add(statement.id.name);
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declarations) {
      // The bundler writes a class as a variable.
      const isFixed = statement.kind === 'const' || init?.type === 'ClassExpression';
      if (isFixed && id.type === 'Identifier') names.add(id.name);
    }
  }
  return names;
}
