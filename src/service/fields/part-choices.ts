import type { SchemaDocument, SchemaNode } from '../../schema/document.ts';
import { listedValues } from '../../schema/limits.ts';
import { alternativesOf, plainNode } from '../../schema/plain-node.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import { familyOf } from '../families/index.ts';
import type { ContentPartType } from '../wire/video-input-description.ts';
import { audioRoles, imageRoles, type MediaRole, videoRoles } from '../wire-values.ts';

/** A kind of part that can be added to a content list. */
export interface PartChoice {
  type: ContentPartType;
  role: MediaRole | undefined;
  label: string;
}

const rolesOfType = {
  image_url: imageRoles,
  video_url: videoRoles,
  audio_url: audioRoles,
} as const;

const labels: Readonly<Record<MediaRole, string>> = {
  reference_image: 'a reference picture',
  first_frame: 'the first frame',
  last_frame: 'the last frame',
  reference_video: 'a reference clip',
  reference_audio: 'a reference sound',
};

/** The parts that people add most often come first. */
const roleOrder = Object.keys(labels) as MediaRole[];

/**
 * The kinds of parts that a content list takes, from its schema, or else from the document for the model's family. Text parts
 * are left out: the prompt is asked for elsewhere. @see service document §2.7
 */
export function partChoices(items: unknown, document: SchemaDocument, model: string): PartChoice[] {
  const listed = kindsOf(plainNode(items, document)).map((one) => plainNode(one, document));
  const described = listed.flatMap((kind) => choicesOf(kind, document));
  return described.length > 0 ? inOrder(described) : documented(model);
}

/** The schemas of a list's elements, one for each kind. */
function kindsOf(items: SchemaNode): readonly unknown[] {
  const alternatives = alternativesOf(items);
  return alternatives.length === 0 ? [items] : alternatives;
}

function choicesOf(kind: SchemaNode, document: SchemaDocument): PartChoice[] {
  const properties = objectOf(ownValue(kind, 'properties')) ?? {};
  return listedOf(properties.type, document).flatMap((type) => {
    if (type === 'draft_task') return [draftChoice];
    if (typeof type !== 'string' || !Object.hasOwn(rolesOfType, type)) return [];
    const media = type as keyof typeof rolesOfType;
    const roles: readonly MediaRole[] = rolesOfType[media];
    if (!Object.hasOwn(properties, 'role'))
      return [{ type: media, role: undefined, label: bareLabels[media] }];
    const named = listedOf(properties.role, document);
    return roles
      .filter((role) => named.length === 0 || named.includes(role))
      .map((role) => ({ type: media, role, label: labels[role] }));
  });
}

const draftChoice: PartChoice = {
  type: 'draft_task',
  role: undefined,
  label: 'a draft, to render its final',
};

const bareLabels = { image_url: 'a picture', video_url: 'a clip', audio_url: 'a sound' } as const;

function documented(model: string): PartChoice[] {
  const all = Object.entries(rolesOfType).flatMap(([type, roles]) =>
    roles.map((role) => ({ type: type as keyof typeof rolesOfType, role, label: labels[role] })),
  );
  const hasDrafts = familyOf(model)?.options?.draft === true;
  return inOrder(hasDrafts ? [...all, draftChoice] : all);
}

function inOrder(choices: readonly PartChoice[]): PartChoice[] {
  const place = ({ role }: PartChoice) => (role === undefined ? roleOrder.length : roleOrder.indexOf(role));
  return [...choices].sort((one, other) => place(one) - place(other));
}

function listedOf(schema: unknown, document: SchemaDocument): readonly unknown[] {
  return listedValues(plainNode(schema, document)) ?? [];
}
