import type { Plugin } from 'rolldown';

/** A module that a package asks for when it is loaded, though genctl never uses it, and what it is given instead. */
export interface StandIn {
  of: string;
  asks: string;
  /** The same module as our own source asks for it, where it does. */
  ours?: string;
  /** CommonJS, or an ES module where it exports. */
  gets: string;
}

/** Gives packages the stand-ins. Fails the build where a package does not ask any more, so that none outlives its use. */
export function standIns(rows: readonly StandIn[]): Plugin {
  const asked = new Set<StandIn>();
  const mark = '\0stand-in:';
  return {
    name: 'stand-ins',
    resolveId(source, importer = '') {
      const within = importer.replaceAll('\\', '/');
      const row = rows.find(({ of, asks }) => source === asks && within.includes(`/node_modules/${of}/`));
      const own = row ?? rows.find(({ ours }) => source === ours);
      if (own === undefined) return null;
      if (row !== undefined) asked.add(row);
      return `${mark}${rows.indexOf(own)}.${/\bexport default\b/.test(own.gets) ? 'mjs' : 'cjs'}`;
    },
    load(id) {
      if (!id.startsWith(mark)) return null;
      return rows[Number.parseInt(id.slice(mark.length), 10)]?.gets;
    },
    buildEnd(error) {
      const idle = rows.find((row) => !asked.has(row));
      if (error === undefined && idle !== undefined)
        throw new Error(`${idle.of} does not ask for ${idle.asks} any more: its stand-in is to go`);
    },
  };
}
