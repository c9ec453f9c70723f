import { UnreachableError } from '../../errors/endings.ts';
import { rightsMend } from '../rules/store-trouble.ts';

/** The store answers, and does not do what it was asked for: its memory is full, it is a replica, its disk fails. */
export class StoreRefusalError extends UnreachableError {
  constructor(shown: string, cause: Error) {
    super({
      code: 'queue_store_refuses',
      message: `The store of the queue at ${shown} refuses requests`,
      why: cause.message,
      hint: rightsMend(cause.message) ?? `check it: redis-cli -u ${shown} INFO`,
      cause,
    });
  }
}

/** An answer of the store that refuses something as a {@link StoreRefusalError}; any other error as it is. */
export function storeRefusalOf(error: unknown, { shown }: { shown: string }): unknown {
  return error instanceof Error && error.name === 'ReplyError' ? new StoreRefusalError(shown, error) : error;
}
