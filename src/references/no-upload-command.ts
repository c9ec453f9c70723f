import type { RequestRoute } from '../contract/request-route.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { LocalFile } from './local-file.ts';

/** A local file that the route takes by its URL alone, and no program that would give it one. @see service document §4.7, §4.8 */
export function noUploadCommand(
  { where }: LocalFile,
  { profile, route }: { profile: string | undefined; route: RequestRoute },
): UsageError {
  const takes =
    route === 'spicy' ? 'takes pictures inside the request, but no clips and no sound' : 'takes URLs';
  const [whose, step] =
    profile === undefined
      ? ['without a profile there is', 'genctl auth login, then add to the new profile']
      : [`the profile ${profile} has`, `add to the profile ${profile}`];
  return new UsageError({
    code: 'upload_command_missing',
    message: `${where} is a file of this machine, and needs a URL to be sent`,
    why: `The route ${route} ${takes}, and ${whose} no upload_command.`,
    hint: `give an https URL, or ${step} in config.json (genctl config path) "upload_command": ["PROGRAM", "ARGUMENT"]: it takes a path and prints an https URL`,
  });
}
