import type { Mutant } from './mutant.ts';
import { answerMutants } from './rows/answers.ts';
import { budgetMutants } from './rows/budgets.ts';
import { composerMutants } from './rows/composer.ts';
import { damageMutants } from './rows/damage.ts';
import { durabilityMutants } from './rows/durability.ts';
import { idMutants } from './rows/ids.ts';
import { indexMutants } from './rows/indexes.ts';
import { keyMutants } from './rows/keys.ts';
import { linkMutants } from './rows/links.ts';
import { lossMutants } from './rows/loss.ts';
import { missingLinkMutants } from './rows/missing-links.ts';
import { moneyMutants } from './rows/money.ts';
import { renameMutants } from './rows/renames.ts';
import { secretMutants } from './rows/secrets.ts';

/** The lines that guard what must never happen. Each is ended by its nearest tests: `npm run test:mutants`. */
export const mutants: readonly Mutant[] = [
  ...moneyMutants,
  ...damageMutants,
  ...composerMutants,
  ...answerMutants,
  ...missingLinkMutants,
  ...renameMutants,
  ...budgetMutants,
  ...idMutants,
  ...keyMutants,
  ...linkMutants,
  ...lossMutants,
  ...indexMutants,
  ...secretMutants,
  ...durabilityMutants,
];
