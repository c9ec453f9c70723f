import { expect, it } from 'vitest';
import { renderComposedRequest } from '../../../src/compose/questions/composed-request.ts';
import { look } from '../../terminal/looks.ts';
import { warned } from '../rules/any-model.ts';

it('a request of thousands of lines and findings is shown by its beginning, and what is left out is counted', () => {
  const body = { model: 'any/one', input: { list: Array.from({ length: 5_000 }, (_, index) => index) } };
  const findings = Array.from({ length: 300 }, () => warned);
  const lines = renderComposedRequest({ body, findings, commandLine: 'x'.repeat(20_000) }, look());
  expect(lines.length).toBeLessThan(260);
  expect(lines).toContain('… and 4807 more lines; changed as JSON, all are there');
  expect(lines).toContain('20000 characters: too long for this screen');
  expect(lines).toContain('… and 280 more');
});

it('an error is shown however many warnings come before it', () => {
  const findings = [
    ...Array.from({ length: 300 }, () => warned),
    { ...warned, severity: 'error', message: 'input.b is wrong' } as const,
  ];
  const lines = renderComposedRequest({ body: {}, findings, commandLine: 'genctl submit' }, look());
  expect(lines.join('\n')).toContain('input.b is wrong');
});

it('the money breaks between words, and what is copied does not break', () => {
  const money = ['expected: about $0.225 (the price list says $0.225; its prices are invented)'];
  const commandLine = `genctl submit '${'fox '.repeat(20)}'`;
  const lines = renderComposedRequest({ body: {}, findings: [], commandLine, money }, look(40));
  expect(lines).toContain(commandLine);
  expect(lines).toContain('expected: about $0.225 (the price list');
});
