/** A path as its folder, empty where it names none, and its last part. */
export function splitPath(path: string): { folder: string; name: string } {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return { folder: at === 0 ? path.slice(0, 1) : path.slice(0, Math.max(at, 0)), name: path.slice(at + 1) };
}
