import type { JsonPlace } from '../../schema/json/json-place.ts';
import type { Member } from '../../schema/nodes/members.ts';
import { familyOf } from '../../service/families/index.ts';
import type { ModelEntry } from '../../service/model.ts';
import { promptEnhanceLevels } from '../../service/wire-values.ts';

/** A field of the body beside `input`, and its place. */
export interface EnvelopeMember extends Member {
  place: JsonPlace;
}

/** The optional fields of a submit beside the input that the model takes; none without a model. @see service document §2.4 */
export function envelopeMembers(entry: ModelEntry | undefined): EnvelopeMember[] {
  if (entry === undefined) return [];
  const { id, maxOutputCount } = entry;
  const count = {
    name: 'count',
    place: ['output', 'count'],
    required: false,
    schema: {
      type: 'integer',
      minimum: 1,
      ...(maxOutputCount === undefined ? {} : { maximum: maxOutputCount }),
      default: 1,
      description: 'How many outputs.',
    },
  };
  const enhance = {
    name: 'prompt_enhance',
    place: ['prompt_enhance'],
    required: false,
    schema: {
      type: 'string',
      enum: promptEnhanceLevels,
      default: 'off',
      description: 'Have the prompt rewritten first; charged as a line of its own.',
    },
  };
  const callback = {
    name: 'callback_url',
    place: ['callback_url'],
    required: false,
    schema: {
      type: 'string',
      format: 'uri',
      description: 'An https URL that the service calls when the job ends.',
    },
  };
  return [
    ...(maxOutputCount === 1 ? [] : [count]),
    ...(familyOf(id)?.promptEnhance === true ? [enhance] : []),
    callback,
  ];
}
