import type { ModelEntry } from '../../../contract/model.ts';
import { requestRoutes } from '../../../contract/request-route.ts';
import { requiredNames } from '../../../rules/schema/document.ts';
import { alternativesOf, plainNode } from '../../../rules/schema/plain-node.ts';
import type { Look } from '../../look.ts';
import { renderTable } from '../table.ts';
import { formatRuntime } from '../time.ts';

/** Models as `models` lists them. NEEDS names the fields that a request must have. */
export function renderModelTable(models: readonly ModelEntry[], look: Look): string[] {
  const { colors } = look;
  return renderTable(
    models,
    [
      { title: 'MODEL', text: ({ id }) => id, dropOrder: 0, paint: colors.accent },
      { title: 'MEDIA', text: ({ medium }) => medium ?? '', dropOrder: 1 },
      {
        title: 'RUNTIME',
        text: ({ runtimeSeconds }) => formatRuntime(runtimeSeconds),
        plain: ({ runtimeSeconds }) => String(runtimeSeconds ?? ''),
        align: 'right',
        dropOrder: 3,
      },
      {
        title: 'OUTPUTS',
        text: ({ maxOutputCount }) => String(maxOutputCount ?? ''),
        align: 'right',
        dropOrder: 2,
      },
      {
        title: 'NEEDS',
        text: requiredText,
        dropOrder: 4,
        cutTo: 12,
        paint: colors.dim,
      },
      // This column is last, so that scripts which cut a line by its columns keep working.
      {
        title: 'API',
        text: ({ onlyRoute }) =>
          onlyRoute === undefined ? requestRoutes.jobs.api : `${requestRoutes[onlyRoute].api} only`,
        dropOrder: 1,
      },
    ],
    look,
  );
}

/**
 * The fields that a model's schema requires: `prompt, image`. Where it has several kinds of input, those of each: `prompt or
 * image`.
 */
function requiredText({ inputSchema }: ModelEntry): string {
  if (inputSchema === undefined) return '';
  const document = { root: inputSchema };
  const node = plainNode(inputSchema, document);
  const always = requiredNames(node);
  const kinds = alternativesOf(node)
    .map((kind) => requiredNames(plainNode(kind, document)).filter((name) => !always.includes(name)))
    .map((names) => names.join(' and '));
  const either = kinds.includes('') ? '' : [...new Set(kinds)].join(' or ');
  return [...always, either].filter((names) => names !== '').join(', ');
}
