import { inGroup, switchFlag } from '../cli/flag.ts';
import { submissionFlags } from '../follow/send/submission-input.ts';
import { routeFlags } from '../request/route-flags.ts';
import { takesFlag } from '../submit/several-flags.ts';

const { count: _, ...flags } = submissionFlags;
const { api, route } = routeFlags;

/** The flags of `draft`. */
export const draftFlags = {
  ...inGroup('Draft:', {
    takes: { ...takesFlag, says: 'render n drafts, each with its own seed' },
    pick: switchFlag(
      '--pick',
      'once the takes are here, ask which to finalize, and make their finals if you accept the cost; implies --download',
    ),
  }),
  ...flags,
  api,
  route,
} as const;
