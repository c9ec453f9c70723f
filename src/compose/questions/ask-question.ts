import type { LinkMedium } from '../../schema/link-shape.ts';
import type { PartChoice } from '../../service/fields/part-choices.ts';
import type { ModelEntry } from '../../service/model.ts';
import { safeLine } from '../../text/safe-text.ts';
import { formatRuntime } from '../../text/time.ts';
import type { Answer } from '../rules/answer.ts';
import type { Question } from '../rules/question.ts';
import { askLine, linkLine, textLine } from './ask-line.ts';
import { askMenu } from './ask-menu.ts';
import { askPrompt } from './ask-text.ts';
import { askValue } from './ask-value.ts';
import type { Asker } from './asker.ts';
import { fieldHint, hintLine, placeWords } from './field-words.ts';

const mediumOfPart: Readonly<Partial<Record<PartChoice['type'], LinkMedium>>> = {
  image_url: 'image',
  video_url: 'video',
  audio_url: 'audio',
};

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

/** Asks for the link of a part, or for the id of a draft. An empty line removes it. */
async function askPart(
  { choice, current, name }: Extract<Question, { ask: 'part' }>,
  asker: Asker,
): Promise<Answer> {
  const isDraft = choice.type === 'draft_task';
  const mention = /\d$/.test(name) ? `the prompt may call it ${name}` : undefined;
  const about = {
    message: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    required: current === undefined,
    current,
    preset: undefined,
    hint: isDraft ? 'the id of a job that was a draft; to list them: genctl jobs' : mention,
    fault: () => undefined,
  };
  const answer = await askLine(
    about,
    isDraft ? textLine : linkLine(mediumOfPart[choice.type], true, asker),
    asker,
  );
  if (answer.give !== 'value' || typeof answer.value !== 'string') return answer;
  return { give: 'part', choice, source: answer.value.trim() };
}
