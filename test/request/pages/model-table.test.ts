import { describe, expect, it } from 'vitest';
import { renderModelTable } from '../../../src/request/pages/model-table.ts';
import { modelOn } from '../../../src/sandbox/catalogue/index.ts';
import type { ModelEntry } from '../../../src/service/model.ts';
import { documentedTaskModels } from '../../../src/service/wire/task-models.ts';
import { look, piped } from '../../terminal/looks.ts';

const ids = ['vendor-a/image-1', 'vendor-b/video-2.5', 'vendor-a/video-1-i2v', 'house/video-h3-mini'];
const models = [
  ...documentedTaskModels().slice(0, 1),
  ...ids.map((id) => modelOn('jobs', id)).filter((model) => model !== undefined),
];

const bare: ModelEntry = {
  id: 'maker/\x1b[31mclip',
  medium: undefined,
  runtimeSeconds: undefined,
  maxOutputCount: undefined,
  inputSchema: undefined,
};

describe('the list of models', () => {
  it('is grouped by what they make, what v1 alone serves last, in words that a person reads', () => {
    expect(renderModelTable(models, look(140))).toEqual([
      'MODEL                 MAKES  OUTPUTS       RUNTIME  WHERE      TAKES',
      'vendor-b/video-2.5    video        1  up to 30 min  v2 and v1  prompt, 30 pictures, 10 clips, 10 sounds, frames, drafts',
      'vendor-a/video-1-i2v  video        1  up to 30 min  v2         prompt, first frame',
      'house/video-h3-mini   video        1  up to 30 min  v2         prompt, pictures, sounds',
      'vendor-a/image-1      image      1–4   up to 5 min  v2         prompt',
      'spicy/video-2-5       video        1  up to 30 min  v1 alone   prompt, 30 pictures, 10 clips, 10 sounds, frames, drafts',
    ]);
  });

  it('keeps to narrow windows', () => {
    for (const columns of [40, 60, 80, 100])
      for (const line of renderModelTable(models, look(columns)))
        expect(line.length).toBeLessThanOrEqual(columns);
  });

  it('keeps its columns and its order where a program reads', () => {
    expect(renderModelTable(models, piped).slice(0, 2)).toEqual([
      'spicy/video-2-5\tvideo\t1800\t1\tcontent\tv1 only',
      'vendor-a/image-1\timage\t300\t4\tprompt\tv2',
    ]);
  });

  it('tells a program the fields that a request must have, as far as any are known', () => {
    const odd = { ...bare, id: 'x', inputSchema: { required: ['content', 7] } };
    expect(renderModelTable([odd, bare], piped)).toEqual([
      'x\t\t\t\tcontent\tv2',
      'maker/\\x1b[31mclip\t\t\t\t\tv2',
    ]);
  });

  it('shows a model of which the service says nothing but its id', () => {
    expect(renderModelTable([bare], look()).join('')).toContain('maker/\\x1b[31mclip');
  });
});
