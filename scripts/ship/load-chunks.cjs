// The end of a single executable's one file, as plain JavaScript: `chunks` stands before it, and `require` knows Node's own modules alone.
const folder = `${process.execPath}/dist`;
const loaded = new Map();

/** Runs a chunk when it is first asked for, as Node would run its file. */
function requireChunk(asked) {
  const name = asked.replace(/^\.(\.\/dist)?\//, '');
  if (name === asked) return require(asked);
  const known = loaded.get(name);
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  loaded.set(name, module);
  chunks[name].call(module.exports, module.exports, requireChunk, module, `${folder}/${name}`, folder);
  return module.exports;
}

requireChunk('./start.js').start(requireChunk);
