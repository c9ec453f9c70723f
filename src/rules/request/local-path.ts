/**
 * Whether a word that stands for media names a file of this machine: anything but an absolute URL. A `file:` URL is a file
 * too, and `C:\` a drive rather than a scheme.
 */
export function isLocal(word: string): boolean {
  if (/^data:/i.test(word)) return false;
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(word)?.[1]?.toLowerCase();
  return scheme === undefined || scheme === 'file';
}
