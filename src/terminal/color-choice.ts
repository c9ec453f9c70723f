/** When text is coloured, as flag and as setting. */
export const colorChoice = {
  choices: ['auto', 'always', 'never'],
  says: 'when to color text',
} as const;
