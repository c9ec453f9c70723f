import { hasField } from '../../schema/input-field.ts';
import { ownValue } from '../../text/json-object.ts';
import type { SubmitSubject } from '../body/submit-subject.ts';
import { requestRoutes } from '../request-route.ts';
import { referenceTasks } from '../video-values.ts';
import { type Finding, field, finding, flag, role, switchedOn, told, wholeRequest } from './finding.ts';
import { isReference } from './references.ts';

const referenceTaskField = 'omni_reference_task_type';

/** Things that the options need beside them, where a model takes them at all. @see service document §2.7 */
export const optionNeeds = { [referenceTaskField]: 'needs reference media' } as const;

/** Options with a valid value that have no effect in this request. @see service document §2.5, §2.7 */
export function optionUseFindings(subject: SubmitSubject): Finding[] {
  return [...lastFrameFindings(subject), ...referenceTaskFindings(subject)];
}

function lastFrameFindings({ input, medium, path, route, step }: SubmitSubject): Finding[] {
  if (
    requestRoutes[route].returnsLastFrame ||
    medium === 'image' ||
    ownValue(input, 'return_last_frame') !== true
  )
    return [];
  const where = path('return_last_frame');
  return [
    finding({
      rule: 'last-frame-not-returned',
      where,
      enforcedBy: 'advice',
      message: told`${switchedOn(where, 'return_last_frame')}v2 returns the clip alone and never the closing still`,
      // A final must go to the API that has its draft.
      fix: step === 'final' ? 'leave it out' : told`leave it out, or send it to v1: ${flag('--api')} v1`,
      section: '§2.5',
    }),
  ];
}

/** A final has its draft's references, which are not known here, so it gets no finding. */
function referenceTaskFindings({
  entry,
  family,
  input,
  modelId,
  parts,
  path,
  step,
}: SubmitSubject): Finding[] {
  const task = ownValue(input, referenceTaskField);
  if (task === undefined || step === 'final') return [];
  const where = path(referenceTaskField);
  const option = field(where, referenceTaskField);
  if (family?.options?.referenceTask !== true) {
    const schema = entry?.inputSchema;
    if (schema !== undefined && hasField(schema, referenceTaskField)) return [];
    // The vendor's own id may stand for the one model that reads the option.
    if (family?.ownIds === true && family.medium === 'video') return [];
    return [
      finding({
        rule: 'reference-task-ignored',
        where,
        enforcedBy: 'advice',
        message: told`${option} is accepted and ignored by ${family?.name ?? modelId ?? 'the model'}`,
        fix: 'leave it out',
        section: '§2.7',
      }),
    ];
  }
  if (!referenceTasks.some((known) => known === task) || parts.some(isReference)) return [];
  // A job without references runs with `auto` anyway, so naming it asks for nothing.
  const isDefault = task === 'auto';
  return [
    finding({
      rule: 'reference-task',
      where,
      enforcedBy: isDefault ? 'advice' : 'generator',
      message: told`${option} is "${String(task)}" with 0 references; it ${optionNeeds[referenceTaskField]} in ${wholeRequest(path('content'))}`,
      fix: told`add a ${role('reference_image')}, ${role('reference_video')} or ${role('reference_audio')} part, or leave it out`,
      section: '§2.7',
    }),
  ];
}
