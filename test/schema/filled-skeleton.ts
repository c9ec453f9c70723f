import { placesOf, type Referee } from './fixtures/referee.ts';

const texts = [
  'a red fox',
  'https://example.com/a.png',
  'data:image/png;base64,AAAA',
  '0b0a5a5e-8f3c-4b0e-9d1a-6b2f0c9a7e11',
  '2026-01-31T12:00:00Z',
  '#00ff00',
];

/**
 * A skeleton as someone fills it in: each empty text, and nothing else, becomes one that fits where it stands. The referee
 * is asked which, as a person asks the table of parameters.
 */
export function filledIn(skeleton: unknown, referee: Referee, samples: readonly string[]): unknown {
  return emptyTextsIn(skeleton).reduce((filled, place) => {
    const faultsOf = (text: string) =>
      placesOf(referee(withTextAt(filled, place, text))).filter((at) => at === place.join('/')).length;
    const [likeliest = ''] = [...texts, ...samples].sort((one, other) => faultsOf(one) - faultsOf(other));
    return withTextAt(filled, place, likeliest);
  }, skeleton);
}

type Place = readonly (string | number)[];

function emptyTextsIn(value: unknown, place: Place = []): Place[] {
  if (value === '') return [place];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    emptyTextsIn(one, [...place, Array.isArray(value) ? Number(key) : key]),
  );
}

function withTextAt(value: unknown, [step, ...rest]: Place, text: string): unknown {
  if (step === undefined) return text;
  if (Array.isArray(value)) return value.map((one, at) => (at === step ? withTextAt(one, rest, text) : one));
  const object = value as Record<string, unknown>;
  return { ...object, [step]: withTextAt(object[step], rest, text) };
}
