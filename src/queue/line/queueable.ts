import { requestRoutes } from '../../contract/request-route.ts';
import { UsageError } from '../../errors/endings.ts';
import type { Intent } from '../../store/ledger/record.ts';

/** A picture or a sound inside a request. */
const dataUrl = /"data:[a-z]+\/[^\s",]*,/i;

/** A text has at most 100,000 characters, and links are short. Unit: bytes. */
const bodyBytesMost = 1024 * 1024;

/** Why a request can't go through a queue; undefined where it can. */
export function queueFault({ body, route }: Pick<Intent, 'body' | 'route'>): UsageError | undefined {
  if (!requestRoutes[route].hasKey)
    return new UsageError({
      code: 'queue_needs_keys',
      message: 'v1 requests can’t go through a queue',
      why: 'v1 has no idempotency key: where a worker is killed, the next one would have it rendered and paid for again.',
      hint: 'a model that v2 has, without api v1; or a run without a queue, by neither --queue nor GENCTL_QUEUE',
    });
  if (Buffer.byteLength(body) > bodyBytesMost || dataUrl.test(body))
    return new UsageError({
      code: 'queue_holds_no_files',
      message: 'a request with a file inside, or of more than 1 MiB, can’t go through a queue',
      why: 'Every line would fill the memory of the store with it.',
      hint: 'a link; or the setting upload_command, which makes links of files',
    });
  return undefined;
}
