import { type Account, noAccountCode } from '../account/account.ts';
import { homePlaces } from '../account/home.ts';
import { trafficObserver } from '../api/transport/traffic.ts';
import { type CommandContext, defineCommand } from '../command/define-command.ts';
import { CliError } from '../errors/cli-error.ts';
import { fewAtOnce } from '../files/task-group.ts';
import { documentJson } from '../ledger/job-document.ts';
import { checkFlags } from '../request/guard-flags.ts';
import { memberNamed } from '../request/references/cast.ts';
import { type UploadedFile, type UploadPorts, uploadFile } from '../request/references/upload-file.ts';

/** How many files are uploaded side by side, as for the references of a request. */
const atOnce = 4;

export const command = defineCommand({
  describe:
    'Upload files by the upload_command of the account or the settings, and print the link of each. genctl uploads a file only once, and uses its link in requests. To set the command: genctl config set upload_command.',
  arguments: [
    { name: 'file', says: 'a picture, a clip or a sound', many: true, required: true, completes: 'media' },
  ],
  flags: { probe: checkFlags.probe },
  examples: ['genctl upload hero.png --sandbox', 'genctl upload hero.png --json --sandbox'],
  parse: ({ arguments: words, flags }) => ({ words, ...flags }),
  async run(context, { probe, words }) {
    const { globals, interruption, terminal } = context;
    await context.watch();
    const account = await accountIfAny(context);
    const ports = await uploadPorts(context, account, probe);
    const signal = interruption();
    const { cast } = await context.defaults(account);
    const given = words.flatMap((word) => cast.get(memberNamed(word) ?? '') ?? [word]);
    const files = await fewAtOnce(given, { most: atOnce, signal }, (word, stop) =>
      uploadFile(word, ports, stop),
    );
    context.quieten();
    if (globals.json)
      terminal.out.write(documentJson('genctl.uploads/v1', { items: files.map(listed) }, terminal.out));
    else terminal.out.lines(files.map(({ url }) => url));
    if (ports.embedded)
      context.listen({
        kind: 'warning',
        message: 'The sandbox uploads nothing; each link is a placeholder for a file',
      });
  },
});

/** The account of this command line; undefined where there is none, because an upload needs none. */
async function accountIfAny(context: CommandContext): Promise<Account | undefined> {
  try {
    return await context.account();
  } catch (error) {
    if (error instanceof CliError && error.code === noAccountCode) return undefined;
    throw error;
  }
}

async function uploadPorts(
  context: CommandContext,
  account: Account | undefined,
  probe: boolean,
): Promise<UploadPorts> {
  const { around, clock, listen } = context;
  const embedded = account?.embedded ?? false;
  const { commandRunner } = await import('../account/keys/run-command.ts');
  return {
    workingFolder: around.workingFolder,
    memoryFolder: homePlaces(await context.home()).uploads,
    profile: account?.stored === undefined ? undefined : account.profile,
    uploadCommand: (await context.defaults(account)).uploadCommand,
    embedded,
    isKindChecked: probe,
    probed: probe && !embedded,
    exchange: () => context.exchangeOf({ embedded }),
    clock,
    observe: trafficObserver(context),
    runCommand: commandRunner(around.environment),
    onStart: ({ bytes, where }) => listen({ kind: 'uploading', where, bytes }),
  };
}

function listed({ bytes, contentType, digest, link, path, url }: UploadedFile) {
  return { path, url, content_type: contentType, bytes, sha256: digest, link };
}
