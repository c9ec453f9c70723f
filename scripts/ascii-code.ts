import type { Plugin } from 'rolldown';

/**
 * Writes what is no ASCII as escapes. One such character has V8 hold its whole file at two bytes a character, and read it byte by
 * byte; in strings, templates and patterns, the only places where our code has any, the escape means the same.
 */
export function asciiCode(): Plugin {
  return {
    name: 'ascii-code',
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle)) if (part.type === 'chunk') part.code = escaped(part.code);
    },
  };
}

function escaped(code: string): string {
  return code.replace(/[^\p{ASCII}]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => {
      const unit = character.charCodeAt(index).toString(16).padStart(4, '0');
      return `\\u${unit}`;
    }).join(''),
  );
}
