import * as z from 'zod/mini';
import { budgetsField } from './dry-run.ts';
import {
  dollars,
  dollarsOrNull,
  list,
  orNull,
  rows,
  said,
  text,
  textOrNull,
  truth,
  whole,
  wholeOrNull,
} from './said.ts';

const keySource = (says: string) => text(`${says}: environment, stored, command, built-in or none.`);

export const profilesDocument = z.object({
  items: rows({
    name: text('As --profile takes it.'),
    base_url: text('Of its service.'),
    key: keySource('Where its key is'),
    default: truth('Whether it is used where none is named.'),
  }),
});

export const accountDocument = z.object({
  profile: text('The account that is in use.'),
  base_url: text('Of its service.'),
  key: keySource('Where its key came from'),
  models: whole('How many models the service lists.'),
  budgets: budgetsField,
});

const value = (says: string) => orNull(z.union([z.string(), z.number(), z.array(z.string())]), says);

export const settingDocument = z.object({
  name: text('Of the setting.'),
  value: value('Its value, the built-in one where none is set; null where there is none.'),
});

export const settingsDocument = z.object({
  items: rows({
    name: text('Of the setting.'),
    value: value('As it holds here.'),
    origin: text('Where it comes from: a variable, a file, an account, or built-in.'),
    says: text('What it is for.'),
  }),
});

const condition = (says: string) => orNull(z.boolean(), says);

export const pricesDocument = z.object({
  path: textOrNull('Of the file; null for the list of the sandbox, which needs none.'),
  created: truth('True if there was no file: it was written now, to be filled in.'),
  items: rows({
    line: wholeOrNull('Its line in the file, counted from 1; null for the list of the sandbox.'),
    model: text('The id of the model.'),
    tier: textOrNull('The resolution that it is for; null for any.'),
    per: said(z.enum(['second', 'output']), 'What the price is of.'),
    sound: condition('True for jobs with sound alone, false for those without; null for any.'),
    video: condition('True for jobs with a video among their inputs alone; null for any.'),
    usd: dollars('The price.'),
    least_usd: dollarsOrNull('The least that an output costs; null for none.'),
  }),
  unpriced: said(z.array(z.int()), 'The lines that name no price yet, and are not read.'),
  warnings: list('Lines whose model or tier none of the known models has, or that no model is known.', {
    line: wholeOrNull('Its line; null for the whole list.'),
    message: text('Why.'),
  }),
});
