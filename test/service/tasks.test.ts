import { describe, expect, it } from 'vitest';
import {
  type RequestRoute,
  requestRoutes,
  requestWays,
  submitRouteOf,
  taskRoutes,
} from '../../src/service/request-route.ts';
import { routes } from '../../src/service/routes.ts';
import {
  refsAcceptedSchema,
  spicyAcceptedSchema,
  taskAcceptedSchema,
  taskSchema,
  taskSubmissionSchema,
} from '../../src/service/wire/task.ts';

/** @see service document §4.1–4.8 */
describe('the ways to ask for a rendering', () => {
  it('are one of v2 and four of v1, each with routes of the service', () => {
    expect(requestRoutes.jobs.api).toBe('v2');
    expect(taskRoutes.map((route) => requestRoutes[route].api)).toEqual(['v1', 'v1', 'v1', 'v1']);
    for (const [route, { api, poll, submit }] of Object.entries(requestRoutes)) {
      expect(submitRouteOf({ route: route as RequestRoute })).toBe(submit);
      expect(routes[submit]).toMatchObject({ method: 'POST', path: expect.stringContaining(`/${api}/`) });
      expect(routes[poll]).toMatchObject({ method: 'GET', path: expect.stringMatching(/\/:id$/) });
    }
  });

  it('have pictures at once as the sibling of pictures for later, and nothing else beside them', () => {
    const atOnce = { route: 'images', sync: true } as const;
    expect(submitRouteOf(atOnce)).toBe('generateImage');
    expect(requestWays.filter(({ sync }) => sync)).toEqual([atOnce]);
  });

  it('have references looked at where a spicy job is', () => {
    expect(requestRoutes.refs.poll).toBe(requestRoutes.spicy.poll);
  });
});

/** @see service document §2.8, §4.7, §4.8 */
describe('receiving a task', () => {
  it('keeps the whole body of the vendor, and reads an odd field as none', () => {
    const task = taskSchema.parse({
      id: 'cgt-1',
      status: 'paused',
      job_id: 7,
      content: { video_url: 'https://media.example/v', last_frame_url: null, extra: 1 },
      data: 'none',
      usage: { total_tokens: 9 },
      error: null,
    });
    expect(task).toMatchObject({ id: 'cgt-1', status: 'paused', usage: { total_tokens: 9 } });
    expect(task.content).toEqual({
      video_url: 'https://media.example/v',
      last_frame_url: undefined,
      extra: 1,
    });
    expect([task.job_id, task.data, task.error]).toEqual([undefined, undefined, undefined]);
  });

  it('takes none without a state: nothing else says how it stands', () => {
    expect(taskSchema.safeParse({ id: 'cgt-1', media_url: 'https://media.example/v' }).success).toBe(false);
  });

  it('takes what a submit answers on each route', () => {
    expect(taskAcceptedSchema.safeParse({ id: 'cgt-1' }).success).toBe(true);
    expect(taskAcceptedSchema.safeParse({ job_id: 'job_1' }).success).toBe(false);
    expect(refsAcceptedSchema.safeParse({ job_id: 'job_1', status: 'submitted' }).success).toBe(true);
    expect(spicyAcceptedSchema.parse({ id: 'cgt-1', job_id: null })).toMatchObject({ id: 'cgt-1' });
    expect(spicyAcceptedSchema.parse({ job_id: 'job_1' }).job_id).toBe('job_1');
  });
});

describe('sending to v1', () => {
  it('keeps fields that the document does not name', () => {
    const body = { model: 'spicy/video-2-5', content: [{ type: 'text', text: 'a fox' }], camera_fixed: true };
    expect(taskSubmissionSchema.parse(body)).toEqual(body);
  });
});
