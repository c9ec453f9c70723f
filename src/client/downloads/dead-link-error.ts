import { CliError } from '../../errors/cli-error.ts';

/** A link of an output that its host no longer serves: the job may have another one. */
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
