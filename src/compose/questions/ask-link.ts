import type { LinkMedium } from '../../schema/link-shape.ts';
import { isLocal } from '../../service/body/media-part.ts';
import type { Answer } from '../rules/answer.ts';
import type { Question } from '../rules/question.ts';
import type { Asker } from './asker.ts';
import { completePath, fullPath } from './complete-path.ts';
import { fieldHint, hintLine, placeWords, takesNote } from './field-words.ts';
import type { LineNote } from './line-prompt.ts';

const kindWords: Readonly<Record<LinkMedium, string>> = {
  image: 'a picture',
  video: 'a clip',
  audio: 'a sound',
};

/** A question for a link. */
interface LinkLine {
  message: string;
  medium: LinkMedium | undefined;
  required: boolean;
  /** Whether it may be a local file. */
  takesFiles: boolean;
  current: string | undefined;
  hint: string | undefined;
  /** What the field takes instead of a link that can't be the answer; completes `it takes …`. */
  fault: (link: string) => string | undefined;
}

/** Asks for a URL or a local file. */
export async function askLink(
  { current, fault, field, place, takesFiles }: Extract<Question, { ask: 'value' | 'json' }>,
  asker: Asker,
): Promise<Answer> {
  const line = await askLinkLine(
    {
      message: placeWords(place),
      medium: field.shape.kind === 'link' ? field.shape.medium : undefined,
      required: field.required,
      takesFiles,
      current: typeof current === 'string' ? current : undefined,
      hint: fieldHint(field, asker.look),
      fault,
    },
    asker,
  );
  return line === undefined ? { give: 'back' } : { give: 'value', value: line === '' ? undefined : line };
}

/** The link or path that was given; empty where it was left out; undefined where the person went back. */
export async function askLinkLine(about: LinkLine, asker: Asker): Promise<string | undefined> {
  const what = about.takesFiles ? 'a URL, or a file: Tab completes' : 'a URL';
  const usual = about.required ? what : `${what}; Enter leaves it out`;
  const given = await asker.line({
    message: about.message,
    initial: about.current,
    hint: hintLine([usual, about.hint], asker.look),
    note: (line) => linkNote(line.trim(), about, asker),
    complete: about.takesFiles ? completePath : undefined,
  });
  if (given === undefined) return undefined;
  const line = given.trim();
  return !isLocal(line) || !about.takesFiles ? line : fullPath(line);
}

function linkNote(
  line: string,
  { fault, medium, required, takesFiles }: LinkLine,
  asker: Asker,
): LineNote | undefined {
  if (line === '') return required ? { kind: 'fault', text: 'It needs a URL or a file.' } : undefined;
  if (!isLocal(line) || !takesFiles) return takesNote(fault(line));
  const found = asker.lookAtFile(fullPath(line));
  if (found === undefined)
    return { kind: 'fault', text: 'There is no such file; a URL begins with https://.' };
  if (!found.isFile) return { kind: 'fault', text: 'It is a folder: Tab completes what is in it.' };
  if (medium !== undefined && found.medium !== undefined && found.medium !== medium)
    return { kind: 'warning', text: `${found.words}; the question asks for ${kindWords[medium]}` };
  return { kind: 'fact', text: found.words };
}
