import * as z from 'zod/mini';
import { dollars, said, whole } from './said.ts';

/** The expected cost of one or more requests that were not sent. */
export const expectedCost = said(
  z.nullable(
    z.object({
      sum_usd: dollars('The jobs that it is told for, each at the median of its like.'),
      told: whole('How many of the jobs to be sent the sum is for.'),
      untold: whole('How many of them are like no job that was charged here.'),
      jobs: whole('How many jobs it is told by.'),
      least_usd: dollars('The least that one of those was charged.'),
      most_usd: dollars('The most.'),
    }),
  ),
  'What sending should cost, by what like jobs were charged here; null where nothing tells.',
);
