import { describe, expect, it } from 'vitest';
import { type Check, diagnosisJson, renderDiagnosis } from '../../src/doctor/check.ts';
import { ascii, look, piped } from '../terminal/looks.ts';

const lines: Check[] = [
  { name: 'node', status: 'ok', message: '20.19.0', fix: null },
  { name: 'service', status: 'fail', message: 'it is away', fix: 'genctl auth login' },
  { name: 'clock', status: 'warn', message: 'not\u001b[31m looked at', fix: 'mend the service first' },
];

describe('what doctor found', () => {
  it('is a line each, with the fix below', () => {
    expect(renderDiagnosis(lines, look())).toEqual([
      '✓ node     20.19.0',
      '✗ service  it is away',
      '           → genctl auth login',
      '! clock    not\\x1b[31m looked at',
      '           → mend the service first',
    ]);
    expect(renderDiagnosis(lines, ascii)[1]).toBe('x service  it is away');
  });

  it('wraps beside the names', () => {
    const message = 'one two three four five six seven eight nine ten';
    expect(renderDiagnosis([{ name: 'home', status: 'ok', message, fix: null }], look(40))).toEqual([
      '✓ home  one two three four five six',
      '        seven eight nine ten',
    ]);
  });

  it('is tab-separated off a terminal, and items as a document', () => {
    expect(renderDiagnosis(lines, piped)[1]).toBe('service\tfail\tit is away\tgenctl auth login');
    expect(JSON.parse(diagnosisJson(lines, piped))).toEqual({ schema: 'genctl.doctor/v1', items: lines });
  });
});
