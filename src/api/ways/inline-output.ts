import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MachineError } from '../../errors/endings.ts';
import { errorCode } from '../../errors/error-code.ts';
import { genctl, say } from '../../errors/hint.ts';

const dataUrl = /^data:[^,]*;base64,/i;
/**
 * Matches the names that the ledger gives to kept pictures. The folders in a link are ignored, so that no link leads out of the
 * kept folder.
 */
const keptName = /^file:.*\/((?!\.)[\w.-]{1,220})$/i;

/**
 * The bytes of an output that came inside an answer: in the link itself, or in a file that the ledger made of it. Undefined
 * for a link that is to be fetched. Throws MachineError where the file is gone.
 *
 * @param keptFolder where such files are; undefined for a job whose outputs can only be links.
 */
export function inlineBytes(link: string, keptFolder: string | undefined): Buffer | undefined {
  if (keptFolder === undefined) return undefined;
  const [head] = dataUrl.exec(link.slice(0, 200)) ?? [];
  if (head !== undefined) return Buffer.from(link.slice(head.length), 'base64');
  const name = keptName.exec(link)?.[1];
  if (name === undefined) return undefined;
  const path = join(keptFolder, name);
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new MachineError({
      code: 'picture_gone',
      message: 'A picture that came inside an answer is missing',
      why: `${path} can't be read (${errorCode(cause) ?? cause}), and the service sends it only once.`,
      ofOne: true,
      hint: say`to render it again for another charge: ${genctl`rerun ID`}`,
      retryable: false,
      cause,
    });
  }
}
