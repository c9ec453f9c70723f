import type { ModelEntry } from '../../contract/model.ts';
import type { Answer } from '../../rules/compose/answer.ts';
import type { Question } from '../../rules/compose/question.ts';
import { safeLine } from '../../rules/safe-text.ts';
import { formatRuntime } from '../render/time.ts';
import type { Asker } from './asker.ts';
import { isBack } from './escape-key.ts';
import { hintLine } from './field-words.ts';

/** Asks for the model: by arrows, or by typing a part of its id or medium. */
export async function askModel(
  { current, models }: Extract<Question, { ask: 'model' }>,
  asker: Asker,
): Promise<Answer> {
  const given = await asker.pick({
    message: 'Model',
    rows: models.map((model) => ({ name: safeLine(model.id), detail: modelWords(model, asker) })),
    preset: Math.max(
      0,
      models.findIndex(({ id }) => id === current),
    ),
    hint: 'type a part of one to find it',
  });
  if (isBack(given)) return { give: 'back' };
  return { give: 'model', id: models[given.given]?.id ?? '' };
}

function modelWords({ id, medium, runtimeSeconds }: ModelEntry, asker: Asker): string | undefined {
  const parts = [
    medium === undefined ? undefined : safeLine(medium),
    runtimeSeconds === undefined ? undefined : `at most ${formatRuntime(runtimeSeconds)}`,
    asker.costOf(id),
  ];
  return hintLine(parts, asker.look);
}
