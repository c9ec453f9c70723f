import { expect, it } from 'vitest';
import { finding } from '../../../src/service/checks/finding.ts';
import { renderFindings } from '../../../src/terminal/errors/finding.ts';
import { look } from '../looks.ts';

const found = (place: number) =>
  finding({
    rule: 'schema-unknown-field',
    where: `input.f${place}`,
    enforcedBy: place === 300 ? 'service' : 'advice',
    message: `input.f${place} is not known`,
    fix: 'remove it',
    section: '',
  });

it('shows errors first, and says how many findings are too many to show', () => {
  const lines = renderFindings(
    Array.from({ length: 301 }, (_, place) => found(place)),
    look(),
  );
  expect(lines[0]).toContain('input.f300 is not known');
  expect(lines).toHaveLength(2 * 30 + 1);
  expect(lines.at(-1)).toContain('271 more like these are not shown');
});
