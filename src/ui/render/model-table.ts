import type { ModelEntry } from '../../contract/model.ts';
import type { Look } from '../look.ts';
import { renderTable } from './table.ts';
import { formatRuntime } from './time.ts';

/** Models as `models` lists them; NEEDS is the least that a request must hold. */
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
        text: (model) => requiredFields(model).join(', '),
        dropOrder: 4,
        cutTo: 12,
        paint: colors.dim,
      },
      // The last: what is cut by its place in the line stays where it was.
      {
        title: 'API',
        text: ({ onlyRoute }) => (onlyRoute === undefined ? 'v2' : 'v1 only'),
        dropOrder: 1,
      },
    ],
    look,
  );
}

/** The fields that a model's schema requires, in its order. */
function requiredFields({ inputSchema }: ModelEntry): string[] {
  const required = inputSchema?.required;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}
