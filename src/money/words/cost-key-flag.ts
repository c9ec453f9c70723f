import { choiceFlag, invalidFlag, taking, type ValueFlag } from '../../cli/flag.ts';
import { typedWith } from '../../errors/hint.ts';
import { whyNotName } from '../../ledger/rules/tags.ts';
import { gaps } from '../../text/gaps.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { type CostKey, costKeys, tagKeyPrefix, tagOfKey, usualCostKey } from '../costs.ts';

const keyFlag = choiceFlag(
  '--by <key>',
  `group by this, or ${tagKeyPrefix}NAME by the values of a tag (default: ${usualCostKey}; on a terminal, model below it)`,
  costKeys,
);

/** The flag for the facts that costs are grouped by. */
export const costKeyFlag: ValueFlag<CostKey> = {
  ...keyFlag,
  isClosed: false,
  usual: usualCostKey,
  completes: 'cost-key',
  read: readKey,
};

function readKey(text: string): CostKey {
  const tag = tagOfKey(text);
  if (tag === undefined) {
    const known = costKeys.find((key) => key === text);
    if (known !== undefined) return known;
    const why = `It takes ${costKeys.join(', ')}, or ${tagKeyPrefix}NAME.`;
    const nearest = text === 'tag' || text === 'tags' ? `${tagKeyPrefix}client` : nearestName(text, costKeys);
    throw taking(
      { allowed: costKeys },
      invalidFlag('--by', text, why, typedWith('--by', nearest ?? gaps.value)),
    );
  }
  const why = tag === '' ? `It has no name after ${tagKeyPrefix}.` : whyNotName(tag);
  if (why === undefined) return `${tagKeyPrefix}${tag}`;
  throw invalidFlag('--by', text, why, typedWith('--by', `${tagKeyPrefix}client`));
}
