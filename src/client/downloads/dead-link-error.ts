import { CliError } from '../../errors/cli-error.ts';

/** The host no longer serves this link of an output; the job may give another one. */
export class DeadLinkError extends CliError {
  override readonly name = 'DeadLinkError';

  constructor(status: number, host: string) {
    super('machine', {
      code: 'dead_link',
      message: `${host} no longer serves this output`,
      why: `It answered ${status}.`,
      status,
      hint: 'to ask the job for its links again: genctl download ID',
    });
  }
}
