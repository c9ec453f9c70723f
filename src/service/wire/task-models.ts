import { limits } from '../limits.ts';
import type { ModelEntry } from '../model.ts';
import { taskModelNames } from './task-model-names.ts';
import { videoInputDescription } from './video-input-description.ts';

/** The video models that only v1 serves, as the document describes them; see `taskModelNames`. @see service document §2.7, §4.7, §8 */
export function documentedTaskModels(): ModelEntry[] {
  return taskModelNames().map(({ family, id, medium, onlyRoute }) => ({
    id,
    medium,
    runtimeSeconds: limits.videoRuntimeSeconds,
    maxOutputCount: 1,
    inputSchema: family.options === undefined ? undefined : videoInputDescription(family.options, onlyRoute),
    onlyRoute,
  }));
}
