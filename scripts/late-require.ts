import type { Plugin } from 'rolldown';

/**
 * Rules are synchronous, and so can't import late; the bundle can require late for them. Fails the build where no chunk requires
 * the late one as expected. What it exports is looked up at each use.
 */
export function lateRequire(lateChunk: string): Plugin {
  const eager = new RegExp(`(?<=[ ,;][\\w$]+=)require\\((["'\`]\\./${lateChunk}-[\\w-]+\\.js["'\`])\\)`, 'g');
  return {
    name: 'late-require',
    generateBundle(_, bundle) {
      let found = 0;
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        chunk.code = chunk.code.replaceAll(eager, (_required, path: string) => {
          found += 1;
          return `new Proxy({},{get:(_,name)=>require(${path})[name]})`;
        });
      }
      if (found === 0) throw new Error(`No chunk requires the chunk ${lateChunk} as expected`);
    },
  };
}
