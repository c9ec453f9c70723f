import type { Mutant } from '../mutant.ts';

/** What keeps a link that was signed anew from being paid for, and another link from being taken for it. */
export const linkMutants: readonly Mutant[] = [
  {
    guards: 'a part of a signature alone is a parameter like any other',
    text: 'if (!isWhole) return [];',
    instead: 'if (!isWhole && required.every((name) => !withValue.has(name))) return [];',
    nearest: ['request/rules/signed-links'],
  },
  {
    guards: 'a parameter that stands twice signs nothing',
    text: 'return all.every((name) => (counts.get(name) ?? 0) < 2) ? all : [];',
    instead: 'return all;',
    nearest: ['request/rules/signed-links'],
  },
  {
    guards: 'the words of a prompt and the address of a callback count whole',
    text: 'isProse(place) || isCallback(place) ? text : unsignedLink(text)',
    instead: 'unsignedLink(text)',
    nearest: ['request/rules/signed-links'],
  },
  {
    guards: 'a name is one job, whoever signed the links of its request',
    text: 'return unsignedValue(readJson(body));',
    instead: 'return readJson(body);',
    nearest: ['submit/signed-links'],
  },
  {
    guards: 'the key of a revised request does not depend on who signed its links',
    text: 'canonicalJson(batch?.fields ?? unsignedBody(body))',
    instead: 'canonicalJson(batch?.fields ?? body)',
    nearest: ['submit/request-key'],
  },
  {
    guards: 'what an earlier genctl revised is found under the key that it made',
    text: 'if (intentFor(1, text).idempotency_key === idempotency_key) return text;',
    instead: '',
    nearest: ['submit/signed-links', 'batch/run/signed-links'],
  },
  {
    guards: 'a 409 for a request with a signed link is no reason to pay under another key',
    text: 'if (hasSignedLink(plain)) throw perhapsSame(plain, error);',
    instead: '',
    nearest: ['submit/signed-links'],
  },
  {
    guards: 'marks of a link with its signature are compared by the body that was sent',
    text: 'whole[name] === mark ? (unsigned[name] ?? mark) : mark',
    instead: 'mark',
    nearest: ['batch/run/signed-links'],
  },
  {
    guards: 'a link of which a journal has the mark with its signature alone is no change',
    text: 'changed: names.filter((name) => !isWhole(name)),',
    instead: 'changed: names,',
    nearest: ['batch/run/signed-links'],
  },
  {
    guards: 'the ledger decides where a journal can’t compare',
    text: 'if (compared.incomparable.length === 0) return compared;',
    instead: 'return compared;',
    nearest: ['batch/run/signed-links'],
  },
];
