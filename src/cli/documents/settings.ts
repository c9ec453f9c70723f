import * as z from 'zod/mini';
import { budgetsField } from './budget.ts';
import { said, text, truth, whole } from './said.ts';

const keySource = (says: string) => text(`${says}: environment, stored, command, built-in or none.`);

export const profilesDocument = z.object({
  items: z.array(
    z.object({
      name: text('As --profile takes it.'),
      base_url: text('Of its service.'),
      key: keySource('Where its key is'),
      default: truth('Whether it is used where none is named.'),
    }),
  ),
});

export const accountDocument = z.object({
  profile: text('The account that is in use.'),
  base_url: text('Of its service.'),
  key: keySource('Where its key came from'),
  models: whole('How many models the service lists.'),
  budgets: budgetsField,
});

const value = (says: string) =>
  said(z.nullable(z.union([z.string(), z.number(), z.array(z.string())])), says);

export const settingDocument = z.object({
  name: text('Of the setting.'),
  value: value('Its value, the built-in one where none is set; null where there is none.'),
});

export const settingsDocument = z.object({
  items: z.array(
    z.object({
      name: text('Of the setting.'),
      value: value('As it holds here.'),
      origin: text('Where it comes from: a variable, a file, or built-in.'),
      says: text('What it is for.'),
    }),
  ),
});
