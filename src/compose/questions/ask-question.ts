import type { PartChoice } from '../../service/fields/part-choices.ts';
import type { ModelEntry } from '../../service/model.ts';
import { safeLine } from '../../text/safe-text.ts';
import { formatRuntime } from '../../text/time.ts';
import type { Answer } from '../rules/answer.ts';
import type { Question } from '../rules/question.ts';
import { askLinkLine } from './ask-link.ts';
import { askMenu } from './ask-menu.ts';
import { askPrompt } from './ask-prompt.ts';
import { askValue } from './ask-value.ts';
import type { Asker } from './asker.ts';
import { fieldHint, hintLine, placeWords } from './field-words.ts';

const mediumOfPart = { image_url: 'image', video_url: 'video', audio_url: 'audio' } as const;

/** Asks any question except the summary's. */
export function askQuestion(question: Exclude<Question, { ask: 'summary' }>, asker: Asker): Promise<Answer> {
  switch (question.ask) {
    case 'model':
      return askModel(question, asker);
    case 'prompt':
      return askPrompt(question, asker);
    case 'menu':
      return askMenu(question, asker);
    case 'variant':
      return askVariant(question, asker);
    case 'part':
      return askPart(question, asker);
    default:
      return askValue(question, asker);
  }
}

/** Asks for the model: by arrows, or by typing a part of its id or medium. */
async function askModel(
  { current, models }: Extract<Question, { ask: 'model' }>,
  asker: Asker,
): Promise<Answer> {
  const place = models.findIndex(({ id }) => id === current);
  const given = await asker.pick({
    message: 'Model',
    rows: models.map((model) => ({ name: safeLine(model.id), detail: modelWords(model, asker) })),
    preset: Math.max(0, place),
    hint: 'type a part of one to find it',
  });
  return given === undefined ? { give: 'back' } : { give: 'model', id: models[given]?.id ?? '' };
}

function modelWords({ id, medium, runtimeSeconds }: ModelEntry, asker: Asker): string | undefined {
  const parts = [
    medium === undefined ? undefined : safeLine(medium),
    runtimeSeconds === undefined ? undefined : `runtime ceiling ${formatRuntime(runtimeSeconds)}`,
    asker.costOf(id),
  ];
  return hintLine(parts, asker.look);
}

async function askVariant(
  { current, field, labels, place }: Extract<Question, { ask: 'variant' }>,
  asker: Asker,
): Promise<Answer> {
  const given = await asker.pick({
    message: `${placeWords(place)}: of which kind`,
    rows: labels.map((name) => ({ name })),
    preset: current,
    hint: fieldHint(field, asker.look),
  });
  return given === undefined ? { give: 'back' } : { give: 'variant', index: given };
}

async function askPart(
  { choice, current, name }: Extract<Question, { ask: 'part' }>,
  asker: Asker,
): Promise<Answer> {
  if (choice.type === 'draft_task' || choice.type === 'text') {
    const isText = choice.type === 'text';
    const given = await asker.line({
      message: isText ? 'Words' : 'Draft',
      takesLines: isText,
      initial: current,
      hint: isText ? undefined : 'the id of a job that was a draft; to list them: genctl jobs',
      note: (line) =>
        line.trim() === '' && current === undefined
          ? { kind: 'fault', text: 'It needs a value.' }
          : undefined,
    });
    return partAnswer(given?.trim(), choice);
  }
  const source = await askLinkLine(
    {
      message: name.charAt(0).toUpperCase() + name.slice(1),
      medium: mediumOfPart[choice.type],
      required: current === undefined,
      takesFiles: true,
      current,
      hint: /\d$/.test(name) ? `the prompt may call it ${name}` : undefined,
      fault: () => undefined,
    },
    asker,
  );
  return partAnswer(source, choice);
}

/** An empty source removes the part. */
function partAnswer(source: string | undefined, choice: PartChoice): Answer {
  if (source === undefined) return { give: 'back' };
  return source === '' ? { give: 'value', value: undefined } : { give: 'part', choice, source };
}
