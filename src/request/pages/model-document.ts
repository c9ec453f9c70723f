import type { DocumentFields } from '../../cli/documents/index.ts';
import { documentJson, type JsonLayout } from '../../ledger/job-document.ts';
import type { ModelEntry } from '../../service/model.ts';
import { requestRoutes } from '../../service/request-route.ts';

export function modelsDocumentJson(models: readonly ModelEntry[], layout: JsonLayout): string {
  const items: DocumentFields<'genctl.models/v1'>['items'] = models.map((model) => ({
    id: model.id,
    media: model.medium ?? null,
    runtime_seconds: model.runtimeSeconds ?? null,
    max_output_count: model.maxOutputCount ?? null,
    api: requestRoutes[model.onlyRoute ?? 'jobs'].api,
    route: model.onlyRoute ?? 'jobs',
    input_schema: model.inputSchema ?? null,
  }));
  return documentJson('genctl.models/v1', { items }, layout);
}
