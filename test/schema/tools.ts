import { judgeTools } from '../../src/request/models/judge-tools.ts';
import type { JudgeTools } from '../../src/schema/document.ts';

/** What patterns and formats are judged with, as a command hands it in: made anew each time, so that no match depends on others. */
export const tools: JudgeTools = {
  hasFormat: (format, value) => judgeTools().hasFormat(format, value),
  matches: (pattern, text) => judgeTools().matches(pattern, text),
};
