import type { Output } from './job.ts';

/** Matches a file that came inside an answer, or the copy of it that the ledger keeps. */
const inlineLink = /^(data|file):/i;

/** Tells whether an output has a link that may lead to its file. */
export function hasLink({ url }: Pick<Output, 'url'>): boolean {
  if (inlineLink.test(url)) return true;
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** An output whose answer gives no link that can be read. Its position among the outputs of its job stays its own. */
export function unlinkedOutput(type: string | undefined): Output {
  return { url: '', ...(type === undefined ? {} : { type }) };
}
