import { inheritedWords } from '../../service/body/inherited-request.ts';
import { type Finding, finding } from '../../service/checks/finding.ts';
import { familyOf } from '../../service/families/index.ts';
import { flagOfOption } from '../../service/request-words.ts';
import { allOfWords } from '../../text/shown-value.ts';
import { type Composition, inputOf, isDraftPart, isFinal, modelOf } from './composition.ts';
import { optionsOfDraft } from './fields-at.ts';
import { namedParts } from './prompt-words.ts';

/** A way to go on from the summary that changes several parts at once. */
export interface Offer {
  name: string;
  detail: string;
  to: Composition;
  /** True if the request is not ready before one such offer is taken. */
  mends: boolean;
}

/** The parts and options that a final would have beside its draft, in words; it takes them from its draft. @see service document §3 */
function besideDraft(composition: Composition): string[] {
  const input = inputOf(composition);
  const parts = namedParts(input.content, composition.facts.cast);
  if (!parts.some(({ name }) => name === 'draft')) return [];
  const names = parts.flatMap(({ name }) =>
    name === 'draft' ? [] : name === 'words' ? ['the words'] : name,
  );
  const options = optionsOfDraft.filter((name) => Object.hasOwn(input, name));
  return [...names, ...options.map((name) => (name === 'draft' ? 'draft' : flagOfOption(name, true)))];
}

/** The findings, with one reason in the place of all that come from parts beside a draft. */
export function withDraftReason(findings: readonly Finding[], composition: Composition): Finding[] {
  const beside = besideDraft(composition);
  if (beside.length === 0) return [...findings];
  const moot = new Set(['draft-resent', 'draft-and-final']);
  const others = findings.filter(
    ({ rule, where }) => !moot.has(rule) && (rule.startsWith('draft-') || !where.startsWith('input.content')),
  );
  const message = `a final takes its ${inheritedWords} from its draft; this one has ${allOfWords(beside)} of its own`;
  const fix = 'keep the draft alone, or drop the draft';
  const parts = { rule: 'draft-resent', where: 'input.content', section: '§3' } as const;
  return [
    { ...finding({ ...parts, enforcedBy: 'advice', message, fix }), told: { message, fix } },
    ...others,
  ];
}

/** The ways to go on where the model has drafts. */
export function draftOffers(composition: Composition): Offer[] {
  const input = inputOf(composition);
  const { draft, resolution: _, ...full } = input;
  const offer = (name: string, detail: string, changed: Record<string, unknown>, mends = false): Offer => {
    const to = { ...composition, body: { ...composition.body, input: changed } };
    return { name, detail, to, mends };
  };
  const beside = besideDraft(composition);
  if (beside.length > 0) {
    const content: readonly unknown[] = Array.isArray(input.content) ? input.content : [];
    const others = content.filter((part) => !isDraftPart(part));
    const own = Object.entries(full).filter(([name]) => !optionsOfDraft.includes(name));
    const alone = { ...Object.fromEntries(own), content: content.filter(isDraftPart) };
    const dropped = { ...input, content: others };
    return [
      offer('keep the draft alone', `without ${allOfWords(beside)}`, alone, true),
      ...(others.length === 0
        ? []
        : [offer('drop the draft', 'no final, but a request of its own', dropped, true)]),
    ];
  }
  const hasDrafts = familyOf(modelOf(composition) ?? '')?.options?.draft === true;
  if (!hasDrafts || isFinal(composition)) return [];
  return draft === true
    ? [offer('render it in full', 'without a draft first', full)]
    : [offer('render a draft first', '480p; a final makes it 1080p', { ...full, draft: true })];
}
