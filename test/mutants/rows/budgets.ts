import type { Mutant } from '../mutant.ts';

/** What keeps spending within its budget. */
export const budgetMutants: readonly Mutant[] = [
  {
    guards: 'no look ends in a line that pays',
    text: "const command = pays || !('run' in line) ? undefined : chargingCommandOf(line.run);",
    instead: 'const command = undefined as string | undefined;',
    nearest: ['run/mend/looks'],
  },
  {
    guards: 'a line that only shows its request is a look',
    text: "if (parts.some(({ name = '' }) => showingFlags.has(name))) return false;",
    instead: '',
    nearest: ['run/mend/looks'],
  },
  {
    guards: 'a budget has enough left for what is claimed',
    text: 'return standings.filter(({ left }) => left < microUsd);',
    instead: 'return standings.filter(({ left }) => left < 0);',
    nearest: ['ledger/rules/budgets'],
  },
  {
    guards: 'a budget counts what is held for jobs that are not over',
    text: 'left: parts.budget - parts.charged - parts.reserved',
    instead: 'left: parts.budget - parts.charged',
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
    text: 'if (key !== null && openKeys.has(key)) index.settling.push(key);',
    instead: '',
    nearest: ['ledger/spending/spending'],
  },
  {
    guards: 'a job that is recorded again counts once',
    text: 'const isTaken = again.has(id) &&',
    instead: 'const isTaken = false && again.has(id) &&',
    nearest: ['ledger/spending/new-log'],
  },
  {
    guards: 'a job counts that is recorded again, and had not been counted',
    text: 'const isTaken = again.has(id) && !missing.delete(id) &&',
    instead: 'const isTaken = again.has(id) &&',
    nearest: ['ledger/spending/new-log'],
  },
  {
    guards: 'a job of unknown price leaves nothing that a budget could promise',
    text: "if (spent.unpriced > 0 && hasBudget(budgets)) return { kind: 'unpriced',",
    instead: "if (false) return { kind: 'unpriced',",
    nearest: ['ledger/spending/spending'],
  },
  {
    guards: 'claims that share a lock count for each other',
    text: "reserved.push({ ...reservedBy(wanted.intent, judged), likeness: '' });",
    instead: '',
    nearest: ['ledger/spending/spending'],
  },
  {
    guards: 'a batch counts what is held for its jobs',
    text: 'charged: spent, reserved: reservedBut(but), inFlight',
    instead: 'charged: spent, reserved: 0, inFlight',
    nearest: ['money/spending-limits'],
  },
  {
    guards: 'a claim of a batch counts for those that are judged with it',
    text: 'wanted.cap?.hold(judged.microUsd);',
    instead: '',
    nearest: ['batch/money/money-run'],
  },
  {
    guards: 'a claim of a batch is judged by what that may cost',
    text: 'const standings = [...(cap?.standings() ?? []), ...budgetStandings(budgets, spent)];',
    instead: 'const standings = budgetStandings(budgets, spent);',
    nearest: ['batch/money/money-run'],
  },
  {
    guards: 'a price of 0 is no price',
    text: 'return (amountOf(text) ?? 0) > 0;',
    instead: 'return amountOf(text) !== undefined;',
    nearest: ['money/rules/price-rows'],
  },
  {
    guards: 'of two rows of a price list that may apply the dearer counts',
    text: 'one.microUsd > (most?.microUsd ?? 0)',
    instead: 'one.microUsd < (most?.microUsd ?? Infinity)',
    nearest: ['money/rules/job-price'],
  },
  {
    guards: 'a charge goes before a price list',
    text: "for (const by of ['charges', 'seconds', 'list'] as const) {",
    instead: "for (const by of ['list', 'seconds', 'charges'] as const) {",
    nearest: ['money/rules/job-price'],
  },
  {
    guards: 'two lengths at one rate say nothing of a shorter clip',
    text: 'lengths.size > 1 && isOne && seconds >= Math.min(...lengths)',
    instead: 'lengths.size > 1 && isOne',
    nearest: ['money/rules/job-price'],
  },
  {
    guards: 'what is held for a line is given back once',
    text: 'held.delete(key); spent += microUsd;',
    instead: 'spent += microUsd;',
    nearest: ['money/spending-limits'],
  },
  {
    guards: 'the final of a line is priced at the length of its draft',
    text: 'const options = inheritedOptions.filter((name) => Object.hasOwn(fields, name));',
    instead: 'const options: readonly (typeof inheritedOptions)[number][] = [];',
    nearest: ['batch/chains/parent-book'],
  },
  {
    guards: 'a budget is not what a shell leaves of $20.50',
    text: "return text.startsWith('0') && amount !== 0 ? undefined : amount;",
    instead: 'return amount;',
    nearest: ['text/money'],
  },
  {
    guards: 'an amount is not what a shell leaves of $100',
    text: 'return /^0\\d/.test(bare) ? undefined : amountOf(bare);',
    instead: 'return amountOf(bare);',
    nearest: ['text/money'],
  },
  {
    guards: 'a budget is neither 0 nor gone unless a person agrees',
    text: 'if (globals.yes || (change.usd !== undefined && change.usd > 0)) return;',
    instead: 'return;',
    nearest: ['commands/confirm-budget'],
  },
  {
    guards: 'an assumed cost of 0 would let anything pass a budget',
    text: 'return amount === 0 && isAboveZero ? undefined : amount;',
    instead: 'return amount;',
    nearest: ['request/guard-flags'],
  },
];
