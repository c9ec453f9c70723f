import { hideInLinks } from '../../text/redaction.ts';

/**
 * A word that names media, short: the last part of a path or a link, without its query. That tells references apart, and never
 * shows a signature.
 */
export function shownWord(word: string): string {
  if (/^data:/i.test(word)) return word.slice(0, word.indexOf(';') + 1);
  return (
    hideInLinks(word)
      .split(/[?#]/, 1)[0]
      ?.split('/')
      .findLast((part) => part !== '') ?? word
  );
}
