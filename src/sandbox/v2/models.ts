import { Hono } from 'hono';
import { routes } from '../../contract/routes.ts';
import { catalogue } from '../catalogue/index.ts';
import type { SandboxEnvironment } from '../environment.ts';

/** The list of models; every account sees all of them. @see service document §4.4 */
export function modelRoutes(): Hono<SandboxEnvironment> {
  return new Hono<SandboxEnvironment>().get(routes.listModels.path, (context) =>
    context.json({
      data: catalogue.map(({ id, medium, runtimeSeconds, maxOutputCount, inputSchema }) => ({
        id,
        media: medium,
        max_runtime_seconds: runtimeSeconds,
        max_output_count: maxOutputCount,
        input_schema: inputSchema,
      })),
    }),
  );
}
