import type { Mutant } from '../mutant.ts';

/** What keeps spending within its budget. */
export const budgetMutants: readonly Mutant[] = [
  {
    guards: 'a budget has enough left for what is claimed',
    text: 'return standings.filter(({ left }) => left < microUsd);',
    instead: 'return standings.filter(({ left }) => left < 0);',
    nearest: ['ledger/rules/budgets'],
  },
  {
    guards: 'a budget counts what is held for jobs that are not over',
    text: 'const left = budget - charged[period] - reserved;',
    instead: 'const left = budget - charged[period];',
    nearest: ['ledger/rules/budgets'],
  },
  {
    guards: 'a claim whose lock was lost is judged anew',
    text: 'if (!lock.isHeld()) continue;',
    instead: '',
    nearest: ['ledger/spending/spending'],
  },
  {
    guards: 'a job and its intent count once',
    text: 'if (counted.has(idempotency_key)) continue;',
    instead: '',
    nearest: ['ledger/spending/spending'],
  },
  {
    guards: 'a job that is over and its intent count once',
    text: 'if (key !== undefined && openKeys.has(key)) index.settling.push(key);',
    instead: '',
    nearest: ['ledger/spending/spending'],
  },
  {
    guards: 'a job that is read and added up counts once',
    text: 'const isCounted = key !== null && ports.openKeys.has(key);',
    instead: 'const isCounted = false;',
    nearest: ['ledger/spending/spending'],
  },
  {
    guards: 'a job of unknown price leaves nothing that a budget could promise',
    text: "if (spent.unpriced > 0 && hasBudget(budgets)) return { kind: 'unpriced',",
    instead: "if (false) return { kind: 'unpriced',",
    nearest: ['ledger/spending/spending'],
  },
  {
    guards: 'claims that share a lock count for each other',
    text: "if (judged.kind === 'within') reserved.push({ ...reservedBy(wanted.intent, judged), likeness: '' });",
    instead: '',
    nearest: ['ledger/spending/spending'],
  },
  {
    guards: 'a batch counts what is held for its jobs',
    text: 'if (most === undefined || spent + reserved + microUsd <= most)',
    instead: 'if (most === undefined || spent + microUsd <= most)',
    nearest: ['money/spending-cap'],
  },
  {
    guards: 'what is held for a line is given back once',
    text: 'reserved -= held.get(key) ?? 0; held.delete(key);',
    instead: 'reserved -= held.get(key) ?? 0;',
    nearest: ['money/spending-cap'],
  },
];
