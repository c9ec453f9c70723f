import { UsageError } from '../../errors/endings.ts';
import type { Intent } from '../../ledger/record.ts';
import { requestRoutes } from '../../service/request-route.ts';

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
      why: 'v1 has no idempotency key: if a worker dies, the next one would pay for its line again.',
      hint: 'choose a model of v2, without api v1; or run without a queue (no --queue, no GENCTL_QUEUE)',
    });
  if (Buffer.byteLength(body) > bodyBytesMost || dataUrl.test(body))
    return new UsageError({
      code: 'queue_holds_no_files',
      message: 'a request with a file inside, or over 1 MiB, can’t go through a queue',
      why: 'Such lines would fill the memory of the store.',
      hint: 'give a link; or set upload_command, which uploads files and makes links',
    });
  return undefined;
}
