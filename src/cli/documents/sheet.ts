import * as z from 'zod/mini';
import { said, text, textOrNull } from './said.ts';

const sheetItem = z.object({
  job_id: textOrNull('The job whose file it is; null of a file that was named by its path.'),
  path: text('The file, absolute.'),
  media: said(z.enum(['image', 'video']), 'What the file is.'),
  frames_at: said(
    z.nullable(z.array(z.number())),
    'Of a clip: when each frame is shown, in their order. Unit: seconds from its beginning. Null of a picture.',
  ),
});

export const sheetDocument = z.object({
  path: text('The sheet, a PNG; absolute.'),
  items: said(z.array(sheetItem), 'What it shows, from the top.'),
});
