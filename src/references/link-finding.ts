import { shownUrl } from '../client/redaction.ts';
import type { RequestRoute } from '../contract/request-route.ts';
import { type Finding, finding } from '../rules/finding.ts';
import type { LinkState } from './probe-link.ts';

/** A link as messages show it: without what opens it. */
export function shownLink(url: string): string {
  return /^https?:/i.test(url) && URL.canParse(url)
    ? shownUrl(new URL(url))
    : (url.split(/[?#]/, 1)[0] ?? '');
}

/** A link that could not be reached from here. From where the service stands it may look otherwise: it is only pointed out. */
export function linkFindings(where: string, state: LinkState, route: RequestRoute): Finding[] {
  if (state.kind === 'reachable' || state.kind === 'unlooked') return [];
  const what = state.kind === 'answered' ? `answered ${state.status}` : `can't be reached: ${state.why}`;
  const so =
    route === 'refs' ? 'the service fetches it before it starts' : 'the generator may not get it either';
  return [
    finding({
      rule: 'link-unreachable',
      where,
      enforcedBy: 'advice',
      message: `${where} ${what}; ${so}`,
      fix: 'look at the link, or --no-probe to leave links unlooked at',
      section: route === 'refs' ? '§4.8' : '§2.7',
    }),
  ];
}
