/** How ids are shown on a stream: on a terminal short, where a short form is known; whole elsewhere. */
export interface ShownIds {
  of(id: string): string;
  /** A text with the ids in it as they are shown. One that is part of a path or the value of a flag stays whole. */
  within(text: string): string;
}

export const wholeIds: ShownIds = { of: (id) => id, within: (text) => text };

/** Short forms of ids, which are learned before the ids are shown. */
export interface ShortIds extends ShownIds {
  /** Adds short forms, by the whole ids. An id that is known keeps its form, so that it looks the same all through a run. */
  learn(shortForms: ReadonlyMap<string, string>): void;
}

/** An id in a text. What stands before or after it must not make it a part of a path or the value of a flag. */
const idInText = /(?<![\w./\\=-]|--[a-z][a-z-]* )\w[\w-]*(?![\w/\\-]|\.\w)/g;

export function createShortIds(): ShortIds {
  const known = new Map<string, string>();
  const of = (id: string): string => known.get(id) ?? id;
  return {
    of,
    within: (text) => (known.size === 0 ? text : text.replace(idInText, of)),
    learn(shortForms) {
      for (const [id, short] of shortForms) if (!known.has(id)) known.set(id, short);
    },
  };
}
