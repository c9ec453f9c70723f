import type { JudgeTools } from '../../schema/document.ts';
import { leastObject } from '../../schema/judge/least-value.ts';
import { promptShapeOf } from '../../service/body/recipient.ts';
import { countFieldNames } from '../../service/field-names.ts';
import type { ModelEntry } from '../../service/model.ts';

/**
 * A minimal input of a model, for a person to fill in: its required fields, each with its default, its first listed value, or an
 * empty value of its type. Of several alternatives it follows the first; conditions it leaves to the check. Without a schema it is an empty prompt in the shape
 * that the model's family takes.
 * @see service document §2.5, §2.6
 */
export function inputSkeleton({ id, inputSchema }: ModelEntry, tools?: JudgeTools): Record<string, unknown> {
  const shape = promptShapeOf(id, inputSchema);
  if (inputSchema === undefined) return shape === 'content' ? { content: [emptyText] } : { prompt: '' };
  const document = { root: inputSchema, tools };
  // How many outputs a job makes is said beside its input.
  const whole = leastObject(inputSchema, document, countFieldNames);
  const isBareList = shape === 'content' && Array.isArray(whole.content) && whole.content.length === 0;
  return isBareList ? { ...whole, content: [emptyText] } : whole;
}

const emptyText = { type: 'text', text: '' };
