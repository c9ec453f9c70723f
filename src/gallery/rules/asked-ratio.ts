import { askedFields } from '../../service/body/asked-fields.ts';
import { ownValue } from '../../text/json-object.ts';

/** A shape in words: `16:9`, `1536x1024`. */
const shape = /^\s*(\d+(?:\.\d+)?)\s*[:x×*]\s*(\d+(?:\.\d+)?)\s*$/i;

/** Width divided by height, as a request asks for it; undefined where it leaves that to the model. */
export function askedRatio(request: unknown): number | undefined {
  const fields = askedFields(request);
  for (const name of ['ratio', 'aspect_ratio', 'size']) {
    const value = ownValue(fields, name);
    const [, width = '0', height = '0'] = (typeof value === 'string' ? shape.exec(value) : null) ?? [];
    const ratio = Number(width) / Number(height);
    if (Number.isFinite(ratio) && ratio > 0) return ratio;
  }
  return undefined;
}
