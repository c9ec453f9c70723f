import { type RequestRoute, requestRoutes } from '../contract/request-route.ts';
import { UsageError } from '../errors/endings.ts';
import type { LocalFile } from './local-file.ts';

/**
 * The error for a local file that the route takes only by URL, while no program is set that would upload it.
 * @see service document §4.7, §4.8
 */
export function noUploadCommand(
  { where }: LocalFile,
  { profile, route }: { profile: string | undefined; route: RequestRoute },
): UsageError {
  const takes = requestRoutes[route].takesInlinePictures
    ? 'takes pictures inside the request, but no clips and no sound'
    : 'takes URLs';
  const whose = profile === undefined ? 'without a profile there is' : `the profile ${profile} has`;
  const set = `genctl auth set upload_command '["PROGRAM"]' --profile ${profile ?? 'NAME'}`;
  const first = profile === undefined ? 'genctl auth login, then ' : '';
  return new UsageError({
    code: 'upload_command_missing',
    message: `${where} is a file of this machine, and needs a URL to be sent`,
    why: `The route ${route} ${takes}, and ${whose} no upload_command.`,
    hint: `give an https URL, or ${first}${set}: it takes a path and prints an https URL`,
  });
}
