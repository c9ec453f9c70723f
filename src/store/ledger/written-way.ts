import {
  type RequestRouteEntry,
  type RequestWay,
  requestRoutes,
  requestWayOf,
  submitRouteOf,
} from '../../contract/request-route.ts';

/** How a record on the disk says which way a request went: in the words of release 0.1, which may share the home. */
interface WrittenWay {
  api: RequestRouteEntry['api'];
  /** The route that it was submitted to. */
  route: string;
}

/** What says its way as it stands on the disk. */
export type Written<Value extends RequestWay> = Omit<Value, keyof RequestWay> & WrittenWay;

/** A record names a way that this genctl does not have: a newer one wrote it. */
export class UnknownWay extends Error {}

export function asWritten<Rest extends object>({ route, sync, ...rest }: Rest & RequestWay) {
  return { ...rest, api: requestRoutes[route].api, route: submitRouteOf({ route, sync }) };
}

/** Throws UnknownWay. */
export function asRead<Rest extends object>({ api, route, ...rest }: Rest & WrittenWay) {
  const way = requestWayOf(route);
  if (way === undefined || requestRoutes[way.route].api !== api) throw new UnknownWay(`${route} of ${api}`);
  return { ...rest, ...way };
}
