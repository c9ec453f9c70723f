import type { RequestRoute } from '../contract/request-route.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { LocalFile } from './local-file.ts';

/** A local file that the route takes by its URL alone, and no program that would give it one. @see service document §4.7, §4.8 */
export function noUploadCommand(
  { where }: LocalFile,
  { profile, route }: { profile: string; route: RequestRoute },
): UsageError {
  const takes =
    route === 'spicy' ? 'takes pictures inside the request, but no clips and no sound' : 'takes URLs';
  return new UsageError({
    code: 'upload_command_missing',
    message: `${where} is a file of this machine, and needs a URL to be sent`,
    why: `The route ${route} ${takes}, and the profile ${profile} has no upload_command.`,
    hint: `give an https URL, or add "upload_command": ["PROGRAM", "ARGUMENT"] to profiles in config.json (genctl config path): it takes the path, prints an https URL`,
  });
}
