import { describe, expect, it } from 'vitest';
import { optionsOfFields } from '../../../src/request/flags/flag-refusal.ts';
import { mediaOffer } from '../../../src/request/pages/model-offer.ts';
import { isLinkMember } from '../../../src/schema/link-shape.ts';
import { countFieldNames } from '../../../src/service/request-route.ts';
import { partDescriptions } from '../../../src/service/wire/video-input-description.ts';
import { corpus } from '../../schema/fixtures/corpus.ts';
import { propertyNamesIn } from '../../schema/fixtures/property-names.ts';
import { look, piped } from '../../terminal/looks.ts';
import { pageLines } from '../pages/page-lines.ts';

/** Names that stand in parts of a content list, for which the media flags stand. */
const partNames = propertyNamesIn({ anyOf: Object.values(partDescriptions) }).flat();

describe.each(corpus)('$name', ({ entry }) => {
  it('is shown with every name that an input may hold, or with the flag that stands for it', () => {
    const recipient = { model: entry.id, entry, route: 'jobs' } as const;
    const offer = mediaOffer(recipient);
    const byFlag = (name: string): boolean =>
      optionsOfFields(recipient).has(name) ||
      countFieldNames.includes(name) ||
      isLinkMember(name) ||
      name === offer.prompt?.field ||
      (offer.prompt?.field === 'content' && partNames.includes(name));
    const names = propertyNamesIn(entry.inputSchema).filter((name) => !name.some(byFlag));
    for (const each of [piped, look(200), look(60)]) {
      const page = pageLines(entry, each).join('\n');
      expect(names.filter((name) => !name.some((word) => page.includes(word)))).toEqual([]);
    }
  });

  it.each([60, 100, 140])('fits a window of %i columns, but for words that nobody could break', (columns) => {
    const tooWide = pageLines(entry, look(columns)).filter(
      (line) => line.length > columns && !/^ *(genctl |\S+$)/.test(line),
    );
    expect(tooWide).toEqual([]);
  });

  it('has one line for each parameter where a program reads', () => {
    const flags = pageLines(entry, piped).filter((line) => /^ +--\S+ /.test(line));
    const wide = pageLines(entry, look(1_000)).filter((line) => /^ +--\S+ /.test(line));
    expect(flags.map((line) => line.replaceAll(/ +/g, ' '))).toEqual(
      wide.map((line) => line.replaceAll(/ +/g, ' ')),
    );
  });
});
