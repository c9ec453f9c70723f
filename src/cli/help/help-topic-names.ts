/** The topics of `genctl help`, besides the commands. */
export const helpTopics = ['exit-codes', 'environment', 'json', 'routes', 'skill'] as const;

export type HelpTopic = (typeof helpTopics)[number];

export function isHelpTopic(word: string | undefined): word is HelpTopic {
  return helpTopics.some((topic) => topic === word);
}
