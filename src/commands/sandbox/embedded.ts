import { homePlaces } from '../../account/home.ts';
import { assertLedgerFormat } from '../../account/ledger-format.ts';
import { defineCommand } from '../../command/define-command.ts';
import { storeFailure } from '../../errors/system-trouble.ts';
import { documentJson } from '../../ledger/job-document.ts';
import { createPrompts } from '../../terminal/prompts.ts';
import { renderTable } from '../../terminal/table.ts';
import { counted } from '../../text/shown-value.ts';

export const info = defineCommand({
  describe:
    'Print the invented prices of the embedded service, its limits, and the words that make a job fail.',
  flags: {},
  examples: ['genctl sandbox info', 'genctl sandbox info --json'],
  parse: () => ({}),
  async run({ around, globals, terminal }) {
    const info = await around.sandbox.info();
    if (globals.json) {
      terminal.out.write(documentJson('genctl.sandbox/v1', { ...info }, terminal.out));
      return;
    }
    const { colors } = terminal.out;
    const table = (rows: readonly (readonly [string, string])[]): string[] =>
      renderTable(
        rows,
        [
          { title: 'NAME', text: ([name]) => name, dropOrder: 0, paint: colors.accent },
          { title: 'MEANS', text: ([, says]) => says, dropOrder: 0 },
        ],
        terminal.out,
      );
    const { keys, limits, models, prices, routes, scenarios } = info;
    const tables: [title: string, rows: (readonly [string, string])[]][] = [
      [
        'Models, with the name that the vendor has for them',
        models.map(({ api, id, media, native_id }) => [id, modelWords(media, api, native_id)]),
      ],
      ['Routes', routes.map(({ method, path }) => [path, method])],
      ['Keys', keys.map(({ key, means }) => [key, means])],
      ['Prices, invented', prices.map(({ what, price }) => [what, price])],
      ['Limits', limits.map(({ what, limit }) => [what, limit])],
      [
        'Endings: a word sandbox:NAME in the prompt, or a header X-Sandbox-Scenario',
        scenarios.map(({ name, says }) => [name, says]),
      ],
    ];
    for (const [place, [title, rows]] of tables.entries())
      terminal.out.lines([...(place === 0 ? [] : ['']), colors.bold(title), ...table(rows)]);
  },
});

function modelWords(media: string, api: readonly string[], nativeId: string | null): string {
  return `${media}, ${api.join(' and ')}${nativeId === null ? '' : `, ${nativeId}`}`;
}

export const reset = defineCommand({
  describe:
    'Remove the jobs of the embedded service, their files there and their charges. The ledger and downloads stay.',
  flags: {},
  examples: ['genctl sandbox reset', 'genctl sandbox reset --yes --json'],
  parse: () => ({}),
  async run(context) {
    const { around, globals, terminal } = context;
    const question = { message: 'Forget all jobs of the sandbox?', instead: '--yes', preset: false };
    if (!globals.yes && !(await createPrompts(terminal).confirm(question))) return;
    const { ledger, sandbox: folder } = homePlaces(await context.home());
    assertLedgerFormat(ledger);
    const { jobs } = await around.sandbox.reset(folder).catch((error: unknown) => {
      throw storeFailure("the sandbox can't be reset", folder, error);
    });
    if (globals.json)
      terminal.out.write(documentJson('genctl.sandbox/v1', { reset: true, jobs }, { isTerminal: false }));
    else terminal.err.lines([`The sandbox is reset; it had ${counted(jobs, 'job')}.`]);
  },
});
