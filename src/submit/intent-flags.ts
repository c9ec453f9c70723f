import {
  type FlagValues,
  inGroup,
  integerFlag,
  type ListFlag,
  seldom,
  sent,
  switchFlag,
  textFlag,
  valueFlag,
} from '../cli/flag.ts';
import { UsageError } from '../errors/endings.ts';
import { genctl, type Hint, say, typedWith } from '../errors/hint.ts';
import { inheritedTags, readTag, type Tag, type Tags, tagsOf, tagText } from '../ledger/rules/tags.ts';
import { type MoneyPlan, moneyFlags, moneyPlanOf } from '../request/guard-flags.ts';
import { gaps } from '../text/gaps.ts';
import { checkedIdempotencyKey } from './rules/once-key.ts';

const tag: ListFlag<Tag> = {
  kind: 'list',
  syntax: '--tag <name=value>',
  says: 'tag the job, to find it by genctl jobs --tag; not sent; repeatable',
  read: readTag,
  write: tagText,
};

/** The flags that say which intent a submit is: `submit`, `draft`, `refs`, `finalize` and `rerun` share them. */
export const intentFlags = {
  ...inGroup('Repeats:', {
    ...sent({
      once: textFlag(
        '--once <name>',
        'submit once under this name: a repeat finds that job; @ci/NAME for one per CI run',
      ),
    }),
    revise: seldom(switchFlag('--revise', 'with --once: if the request changed, submit it as a new job')),
    attempts: seldom(
      integerFlag(
        '--attempts <n>',
        'try up to n times if the service fails without a charge; implies --wait',
        { least: 1, most: 20 },
      ),
    ),
    ...sent({
      idempotencyKey: seldom(
        valueFlag('--idempotency-key <key>', 'set the idempotency key yourself', checkedIdempotencyKey),
      ),
    }),
    resend: seldom(
      switchFlag('--resend', 'send again even if the service may have forgotten the key; risks a second job'),
    ),
    tag,
  }),
  ...moneyFlags,
} as const;

export type IntentFlags = FlagValues<typeof intentFlags>;

/** The words of the flags of an intent. */
export interface IntentPlan {
  once: string | undefined;
  revise: boolean;
  /** How many submits there may be in all; 1 unless a flag allows more. */
  attempts: number;
  idempotencyKey: string | undefined;
  resend: boolean;
  /** The tags of the job. */
  tags: Tags | undefined;
  /** The limits of its cost. */
  money: MoneyPlan;
}

/** Throws UsageError for flags that contradict each other. */
export function intentPlanOf(flags: IntentFlags): IntentPlan {
  if (flags.once !== undefined && flags.idempotencyKey !== undefined) {
    throw conflict('--once and --idempotency-key', '--once makes the key from its name', '--once NAME alone');
  }
  if (flags.revise && flags.once === undefined) {
    throw conflict(
      '--revise',
      'It needs --once, which names the job to revise',
      typedWith('--once', gaps.name),
    );
  }
  if (flags.resend && flags.once === undefined && flags.idempotencyKey === undefined) {
    throw conflict(
      '--resend',
      'A request without a name is always new',
      say`--once NAME, with the name it was sent under; for a submit without an answer: ${genctl`recover`}`,
    );
  }
  if (flags.attempts !== undefined && flags.idempotencyKey !== undefined) {
    throw conflict('--attempts and --idempotency-key', 'each attempt has a key of its own', {
      change: [
        { set: '--once', to: gaps.name },
        { set: '--attempts', to: 'N' },
      ],
    });
  }
  const { once, revise, idempotencyKey, resend } = flags;
  const tags = tagsOf(flags.tag.map(({ value }) => value));
  const money = moneyPlanOf(flags);
  return { once, revise, attempts: flags.attempts ?? 1, idempotencyKey, resend, tags, money };
}

/** Gives a plan, whose job comes from another, the tags of that one as well. Throws UsageError. */
export function withTagsOf(plan: IntentPlan, { tags }: { tags?: Tags | undefined }): IntentPlan {
  return { ...plan, tags: inheritedTags(plan.tags, tags) };
}

function conflict(what: string, why: string, hint: Hint): UsageError {
  const message = `${what} can't be used so`;
  return new UsageError({ code: 'flag_conflict', message, why: `${why}.`, hint });
}
