import { judgeTools } from '../../src/request/models/judge-tools.ts';

/** What patterns and formats are judged with, as a command hands it in. */
export const tools = judgeTools();
