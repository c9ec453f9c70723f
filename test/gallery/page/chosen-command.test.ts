import { describe, expect, it } from 'vitest';
import { chosenCommand } from '../../../src/gallery/page/chosen-command.ts';
import { draft, item } from './items.ts';

describe('the command for what is ticked', () => {
  it('is nothing where nothing is ticked that a job can follow', () => {
    expect(chosenCommand([]).line).toBe('');
    expect(chosenCommand([item({ next: null })]).line).toBe('');
  });

  it('finalizes all drafts in one line, and tells what that costs', () => {
    expect(chosenCommand([draft('job_1'), draft('job_2')])).toEqual({
      line: 'genctl finalize job_1 job_2',
      says: '2 finals, about $0.80',
    });
  });

  it('makes the others again, each once though two of its files are ticked', () => {
    const other = item({ job_id: 'job_3' });
    expect(chosenCommand([draft('job_1'), other, { ...other, output: 2 }])).toEqual({
      line: 'genctl finalize job_1 && genctl rerun job_3',
      says: '1 final and 1 again, about $0.58',
    });
  });

  it('says what is not known of the cost, and which drafts have a final already', () => {
    const unknown = draft('job_2', { next: { command: 'finalize', of: 'job_2', cost_usd: null } });
    expect(chosenCommand([unknown]).says).toBe('1 final, at an unknown cost');
    expect(chosenCommand([draft('job_1', { finals: ['job_9'] }), unknown]).says).toBe(
      '2 finals, about $0.40, and 1 more at an unknown cost, 1 of them made before',
    );
  });

  it('counts a draft that has a final once, though two of its files are ticked', () => {
    const made = draft('job_1', { finals: ['job_9'] });
    expect(chosenCommand([made, { ...made, output: 2 }]).says).toBe(
      '1 final, about $0.40, 1 of them made before',
    );
  });

  it('quotes for a shell, and takes no id for a flag', () => {
    const hostile = item({ next: { command: 'rerun', of: "./it's $(id)\u202e.png", cost_usd: 0.1 } });
    expect(chosenCommand([hostile]).line).toBe(String.raw`genctl rerun $'./it\'s $(id)\342\200\256.png'`);
    expect(chosenCommand([draft('-x'), draft('job_2')]).line).toBe('genctl finalize -- -x job_2');
  });
});
