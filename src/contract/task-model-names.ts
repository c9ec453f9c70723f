import { families, type ModelFamily } from './families/index.ts';
import type { Medium } from './model.ts';
import type { RequestRoute } from './request-route.ts';

/** A model of v1 alone, by its id. */
export interface TaskModelName {
  id: string;
  medium: Medium | undefined;
  family: ModelFamily;
  onlyRoute: Exclude<RequestRoute, 'jobs'>;
}

/**
 * The models of v1 alone that the document names: the list of v2 has none of them, and v1 has no list. Of the pictures of v1
 * it names no id, so that there is none of them here.
 * @see service document §2.7, §4.6, §4.7
 */
export function taskModelNames(): TaskModelName[] {
  return families.flatMap((family: ModelFamily) => {
    const [onlyRoute] = family.tasks;
    if (family.jobs || onlyRoute === undefined) return [];
    return (family.namedIds ?? []).map((id) => ({ id, medium: family.medium, family, onlyRoute }));
  });
}
