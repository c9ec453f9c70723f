import { isLocal } from '../../service/body/media-part.ts';
import { hideInLinks } from '../../text/redaction.ts';

/**
 * A word that names media, short: the last part of a path or a link, without its query. That tells references apart, and never
 * shows a signature.
 */
export function shownWord(word: string): string {
  if (/^data:/i.test(word)) return `${word.slice(0, Math.max(5, word.indexOf(';')))}…`;
  const shown = hideInLinks(word);
  const path = isLocal(word) ? shown : shown.replace(/[?#].*$/s, '');
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? word;
}
