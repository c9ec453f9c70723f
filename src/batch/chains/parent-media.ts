import { sha256 } from '../../files/lazy-node.ts';
import { formOfRole } from '../../media/rules/media-kind.ts';
import { standInLink } from '../../media/rules/stand-in-link.ts';
import type { MediaInput } from '../../service/request-words.ts';
import type { ParentState } from '../rules/parent-state.ts';
import { type ParentWord, wordOfParent } from '../rules/parent-word.ts';

/** The ending of what stands in for an output, by what a role takes. */
const endings = { picture: 'png', clip: 'mp4', sound: 'wav' } as const;

/** What stands in for the output of another line until the line is sent, and what it counts as where requests are compared. */
export interface ParentStandIn {
  url: string;
  /** The job that makes it and what is taken of that: a link may be another one tomorrow, the job never is. */
  identity: string;
}

export function standInOfParent(
  role: MediaInput['role'],
  parent: ParentWord,
  state: ParentState | undefined,
): ParentStandIn {
  const identity = identityOf(parent, state);
  const name = `${parent.id}.${endings[formOfRole[role]]}`;
  return { identity, url: standInLink(name, sha256(identity)) };
}

/** A job that is not known yet is no job that any request was made with. */
function identityOf(parent: ParentWord, state: ParentState | undefined): string {
  const jobId = state === undefined || !('jobId' in state) ? undefined : state.jobId;
  return jobId === undefined
    ? `line:${wordOfParent(parent)}`
    : `job:${wordOfParent({ ...parent, id: jobId })}`;
}
