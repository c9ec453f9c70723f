import { families, type ModelFamily } from '../families/index.ts';
import { limits } from '../limits.ts';
import type { ModelEntry } from '../model.ts';
import type { TaskRoute } from '../request-route.ts';
import type { Medium } from '../wire-values.ts';
import { videoInputDescription } from './video-input-description.ts';

/** A model that only v1 serves. */
interface TaskModelName {
  id: string;
  medium: Medium | undefined;
  family: ModelFamily;
  onlyRoute: TaskRoute;
}

/**
 * The models that only v1 serves, as far as the document names them: v2 does not list them, and v1 has no list. The document
 * names no picture model of v1, so there is none here.
 * @see service document §2.7, §4.6, §4.7
 */
export function taskModelNames(): TaskModelName[] {
  return families.flatMap((family: ModelFamily) => {
    const [onlyRoute] = family.tasks;
    if (family.jobs || onlyRoute === undefined) return [];
    return (family.namedIds ?? []).map((id) => ({ id, medium: family.medium, family, onlyRoute }));
  });
}

/** These models as the document describes them, all of video. @see service document §2.7, §4.7, §8 */
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
