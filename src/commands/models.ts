import { hasInventedPrices } from '../account/profiles.ts';
import { choiceFlag, switchFlag } from '../cli/flag.ts';
import { flagConflict } from '../cli/flags/flag-conflict.ts';
import { flagWords } from '../cli/flags/flag-words.ts';
import { assertTable, headerFlag } from '../cli/flags/list-flags.ts';
import { globalFlags } from '../cli/global-flags.ts';
import { type CommandContext, defineCommand } from '../command/define-command.ts';
import { UsageError } from '../errors/endings.ts';
import { genctl } from '../errors/hint.ts';
import { allModels, modelNamed } from '../request/models/all-models.ts';
import type { ModelPage } from '../request/pages/model-page.ts';
import type { ModelEntry } from '../service/model.ts';
import { type Medium, mediums } from '../service/wire-values.ts';
import { escapeJsonControls } from '../text/safe-text.ts';

interface ModelsInput {
  id: string | undefined;
  medium: Medium | undefined;
  header: boolean;
  refresh: boolean;
  show: 'table' | 'schema' | 'skeleton';
}

export const command = defineCommand({
  describe:
    'List the models, or show what one takes: the flags that set it, its media, its limits, and what it cost here.',
  arguments: [
    {
      name: 'id',
      says: 'the id of a model; without it, genctl lists all',
      required: false,
      completes: 'model',
    },
  ],
  flags: {
    media: choiceFlag('--media <medium>', 'list only models that make these', mediums),
    refresh: switchFlag('--refresh', 'ask the service for a new list'),
    header: headerFlag,
    schema: switchFlag('--schema', 'print the input_schema of the model'),
    skeleton: switchFlag('--skeleton', 'print a minimal input to fill in, for genctl submit --input'),
  },
  examples: [
    'genctl models --sandbox',
    'genctl models vendor-b/video-2.5 --sandbox',
    'genctl models --media image --json --sandbox',
  ],
  parse({ arguments: [id], flags }): ModelsInput {
    if (id === undefined && (flags.schema || flags.skeleton)) {
      throw new UsageError({
        code: 'missing_argument',
        message: `${flags.schema ? '--schema' : '--skeleton'} is about one model`,
        why: 'No model is named.',
        hint: genctl`models vendor-a/image-1 --skeleton`,
      });
    }
    if (flags.schema && flags.skeleton)
      throw flagConflict(
        '--schema and --skeleton',
        'It prints one of them.',
        genctl`models ${id} --skeleton`,
      );
    if (id !== undefined && flags.media !== undefined)
      throw flagConflict(
        'a model and --media',
        'A model is shown alone; --media lists all of a medium.',
        genctl`models ${id}`,
      );
    if (id !== undefined && flags.header)
      throw flagConflict('a model and --header', 'It is for the list of all models.', genctl`models ${id}`);
    return {
      id,
      medium: flags.media,
      header: flags.header,
      refresh: flags.refresh,
      show: flags.schema ? 'schema' : flags.skeleton ? 'skeleton' : 'table',
    };
  },
  async run(context, { header, id, medium, refresh, show }) {
    const { terminal, globals } = context;
    if (header) assertTable('--header', globals);
    const shown =
      id === undefined
        ? (await allModels(context, { refresh })).filter(
            (model) => medium === undefined || model.medium === medium,
          )
        : [await modelNamed(context, id, { refresh })];
    const [model] = shown;
    if (id !== undefined && model !== undefined && show !== 'table') {
      const asked = show === 'schema' ? (model.inputSchema ?? {}) : await skeletonOf(model);
      terminal.out.write(`${escapeJsonControls(JSON.stringify(asked, undefined, 2))}\n`);
      return;
    }
    if (globals.json) {
      const { modelsDocumentJson } = await import('../request/pages/model-table.ts');
      terminal.out.write(modelsDocumentJson(shown, terminal.out));
    } else if (globals.quiet) {
      terminal.out.lines(shown.map((each) => each.id));
    } else if (id !== undefined && model !== undefined) {
      const { renderModel } = await import('../request/pages/model-page.ts');
      terminal.out.lines(renderModel(await pageOf(context, model), terminal.out));
    } else {
      const { modelTableHeader, renderModelTable } = await import('../request/pages/model-table.ts');
      if (header && !terminal.out.isTerminal) terminal.out.lines([modelTableHeader()]);
      terminal.out.lines(renderModelTable(shown, terminal.out));
    }
  },
});

async function skeletonOf(model: ModelEntry): Promise<Record<string, unknown>> {
  const [{ inputSkeleton }, { judgeTools }] = await Promise.all([
    import('../request/pages/model-page.ts'),
    import('../request/models/judge-tools.ts'),
  ]);
  return inputSkeleton(model, judgeTools());
}

async function pageOf(context: CommandContext, model: ModelEntry): Promise<ModelPage> {
  const account = await context.account();
  const { baseUrl, profile, sandbox } = globalFlags;
  return {
    model,
    accountWords: flagWords({ profile, sandbox, baseUrl }, { ...context.globals }),
    spent: await (await import('../money/expected-cost.ts')).spentHere(context, account, model),
    areInvented: hasInventedPrices(account),
  };
}
