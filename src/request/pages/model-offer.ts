import { schemaField } from '../../schema/input-field.ts';
import { numberOf } from '../../schema/limits.ts';
import { ceilingOfType, isFrameRole, partTypeOfRole } from '../../service/body/media-part.ts';
import { promptFieldOf } from '../../service/body/prompt-field.ts';
import { type Recipient, takesContent } from '../../service/body/recipient.ts';
import { familyOn, type ReferenceCeilings } from '../../service/families/index.ts';
import { partChoices } from '../../service/fields/part-choices.ts';
import type { ModelEntry } from '../../service/model.ts';
import { type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import { type MediaRole, mediaRoles } from '../../service/wire-values.ts';
import { ownValue } from '../../text/json-object.ts';
import { mediaFieldOf } from '../fields/media-field.ts';
import { promptRefusal } from '../flags/flag-refusal.ts';
import { chooseRoute } from '../rules/choose-route.ts';

/** Media that a model takes in one place. */
export interface OfferedMedia {
  /** Any of these roles fills it. */
  roles: readonly [MediaRole, ...MediaRole[]];
  /** The field of a model with a prompt string; undefined for the parts of a content list. */
  field: string | undefined;
  /** Undefined where nothing limits them, or nothing says. */
  most: number | undefined;
  /** True if no request goes without it. */
  isNeeded: boolean;
}

/** The words and media that a model takes. */
export interface MediaOffer {
  /** Undefined for a model that takes no words. */
  prompt: { field: string; charactersMost: number | undefined } | undefined;
  media: readonly OfferedMedia[];
  /** True if a draft can take the place of all that, for its final. @see service document §3 */
  takesDrafts: boolean;
  /** The numbers of the document; undefined where it shows none for the model. @see service document §2.7 */
  ceilings: ReferenceCeilings | undefined;
}

/** The words and media that request flags can give a model, by the rules that write and check a request. @see service document §2.5–2.7 */
export function mediaOffer(recipient: Recipient): MediaOffer {
  return takesContent(recipient) ? contentOffer(recipient) : fieldsOffer(recipient);
}

function contentOffer({ entry, model, route }: Recipient): MediaOffer {
  const schema = entry?.inputSchema ?? {};
  const items = schemaField(schema, 'content')?.nodes.map((node) => ownValue(node, 'items'));
  const choices = partChoices(
    items?.find((one) => one !== undefined),
    { root: schema },
    model,
  );
  const family = familyOn(route, model);
  const ceilings = family?.references;
  const roles = mediaRoles.filter((role) =>
    choices.some((one) => one.role === role || (one.role === undefined && one.type === partTypeOfRole[role])),
  );
  return {
    prompt: { field: 'content', charactersMost: undefined },
    media: roles.map((role) => {
      const most = isFrameRole(role) ? 1 : ceilings?.[ceilingOfType[partTypeOfRole[role]]];
      return { roles: [role], field: undefined, most, isNeeded: false };
    }),
    takesDrafts: family?.options?.draft === true && choices.some(({ type }) => type === 'draft_task'),
    ceilings,
  };
}

/** One entry for each field: several flags may fill the same one. */
function fieldsOffer(recipient: Recipient): MediaOffer {
  const schema = recipient.entry?.inputSchema;
  const offered = new Map<string, OfferedMedia>();
  for (const role of mediaRoles) {
    const field = mediaFieldOf(role, recipient);
    if (field === undefined) continue;
    const known = offered.get(field.name);
    const { nodes = [], required = false } = schemaField(schema ?? {}, field.name) ?? {};
    const most = field.isList ? nodes.flatMap((node) => numberOf(node, 'maxItems') ?? [])[0] : 1;
    offered.set(field.name, {
      roles: known === undefined ? [role] : [...known.roles, role],
      field: field.name,
      most,
      isNeeded: required,
    });
  }
  return {
    prompt: promptRefusal(recipient) === undefined ? promptOf(recipient) : undefined,
    media: [...offered.values()],
    takesDrafts: false,
    ceilings: undefined,
  };
}

function promptOf({ entry }: Recipient): MediaOffer['prompt'] {
  const field = promptFieldOf(entry);
  const nodes = schemaField(entry?.inputSchema ?? {}, field)?.nodes ?? [];
  return { field, charactersMost: nodes.flatMap((node) => numberOf(node, 'maxLength') ?? [])[0] };
}

/** How requests get to a model. */
export interface ModelWays {
  /** The route that its page describes: v2, or the one of v1 that has it. */
  route: RequestRoute;
  /** True if a command line has to name that route. */
  isRouteNamed: boolean;
  /** The routes of v1 that serve it, the usual one first. */
  onV1: readonly RequestRoute[];
}

/** @see service document §4.1, §4.5–4.8 */
export function waysOfModel({ id, onlyRoute }: Pick<ModelEntry, 'id' | 'onlyRoute'>): ModelWays {
  const route = onlyRoute ?? 'jobs';
  const onV1 = familyOn(route, id)?.tasks ?? (onlyRoute === undefined ? [] : [onlyRoute]);
  const chosen = chooseRoute({ sync: false }, id).route;
  return { route, isRouteNamed: chosen !== route, onV1 };
}

/** How a command line asks for a route: by a flag, or by a command of its own. */
export function wordsOfRoute(route: RequestRoute): string {
  const { command } = requestRoutes[route];
  return command === 'submit' ? `--route ${route}` : `genctl ${command}`;
}
