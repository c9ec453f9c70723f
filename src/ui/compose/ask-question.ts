import type { Answer } from '../../rules/compose/answer.ts';
import type { Question } from '../../rules/compose/question.ts';
import { askLinkLine } from './ask-link.ts';
import { askMenu } from './ask-menu.ts';
import { askModel } from './ask-model.ts';
import { askPrompt } from './ask-prompt.ts';
import { askValue } from './ask-value.ts';
import type { Asker } from './asker.ts';
import { isBack } from './escape-key.ts';
import { fieldHint, placeWords } from './field-words.ts';

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
  return isBack(given) ? { give: 'back' } : { give: 'variant', index: given.given };
}

async function askPart(
  { choice, current, name }: Extract<Question, { ask: 'part' }>,
  asker: Asker,
): Promise<Answer> {
  if (choice.type === 'draft_task' || choice.type === 'text') {
    const given = await asker.line({
      message: choice.type === 'text' ? 'Words' : 'Draft',
      takesLines: choice.type === 'text',
      initial: current,
      hint:
        choice.type === 'text' ? undefined : 'the id of a job that was a draft; to list them: genctl jobs',
      note: (line) => (line.trim() === '' ? { kind: 'fault', text: 'It needs a value.' } : undefined),
    });
    return isBack(given) ? { give: 'back' } : { give: 'part', choice, source: given.given.trim() };
  }
  const source = await askLinkLine(
    {
      message: name.charAt(0).toUpperCase() + name.slice(1),
      medium: mediumOfPart[choice.type],
      required: true,
      takesFiles: true,
      current,
      hint: /\d$/.test(name) ? `the prompt may call it ${name}` : undefined,
      fault: () => undefined,
    },
    asker,
  );
  return source === 'back' ? { give: 'back' } : { give: 'part', choice, source };
}
