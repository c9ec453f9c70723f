import { relative } from 'node:path';
import type { Plugin } from 'rolldown';

/** Puts the path of each of our files before its code, where the bundler leaves it: a fault is told by the file of the source. */
export function sourceMarks(root: string): Plugin {
  return {
    name: 'source-marks',
    transform: {
      order: 'pre',
      handler(code, id) {
        const path = relative(root, id).replaceAll('\\', '/');
        return path.startsWith('src/') ? { code: `/*! ${path} */\n${code}`, map: null } : null;
      },
    },
  };
}
