import { type RequestRoute, requestRoutes } from '../request-route.ts';
import type { ModelFamily } from './family.ts';
import { houseOther, houseVideoH3Mini, vendorAImage, vendorAOther, vendorAVideo } from './vendor-a.ts';
import {
  spicyOther,
  spicyVideo20,
  spicyVideo25,
  vendorBImage,
  vendorBOwnImage,
  vendorBOwnVideo,
  vendorBVideo,
  vendorBVideo20,
  vendorBVideo25,
} from './vendor-b.ts';

export type { ModelFamily, ReferenceCeilings, VideoOptionTable } from './family.ts';

/** Every family we know, the narrower before the wider: the first whose ids match is a model's family. */
export const families = [
  vendorBVideo25,
  vendorBVideo20,
  vendorBVideo,
  vendorBImage,
  spicyVideo25,
  spicyVideo20,
  spicyOther,
  vendorAImage,
  vendorAVideo,
  vendorAOther,
  houseVideoH3Mini,
  houseOther,
] as const satisfies readonly ModelFamily[];

/** The id that drafts and finals are made with. @see service document §3 */
export const draftModelId = 'vendor-b/video-2.5';

/** The id of that model on each route. @see service document §4.7 */
export const draftModelOn = {
  jobs: draftModelId,
  tasks: draftModelId,
  images: draftModelId,
  spicy: 'spicy/video-2-5',
  refs: 'spicy/video-2-5',
} as const satisfies Record<RequestRoute, string>;

/** The family of a model id, or undefined for one that only the model list can describe. */
export function familyOf(modelId: string): ModelFamily | undefined {
  return families.find((family) => family.ids.test(modelId));
}

/** The vendor's routes also take its models by the vendor's own ids, which match no family. @see service document §4.5 */
const ownIdsOn: Partial<Record<RequestRoute, ModelFamily>> = {
  tasks: vendorBOwnVideo,
  images: vendorBOwnImage,
};

/** The family of a model id on the route that it is sent to. */
export function familyOn(route: RequestRoute, modelId: string): ModelFamily | undefined {
  return familyOf(modelId) ?? ownIdsOn[route];
}

/** Tells whether v2's list can have a model of a family: it never has those of the spicy routes. @see service document §3, §9.5 */
export function mayBeListed(family: ModelFamily | undefined): boolean {
  return (
    family === undefined ||
    family.jobs ||
    !family.tasks.some((route) => requestRoutes[route].ownModelsStayUnlisted)
  );
}
