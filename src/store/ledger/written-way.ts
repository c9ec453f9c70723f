import {
  type ApiVersion,
  type RequestWay,
  requestRoutes,
  requestWayOf,
  submitRouteOf,
} from '../../contract/request-route.ts';

/** How a record on the disk names the way of its request: in the words of release 0.1, which may share the home. */
interface WrittenWay {
  api: ApiVersion;
  /** The route that it was submitted to. */
  route: string;
}

/** A value that names its way as it is written on the disk. */
export type Written<Value extends RequestWay> = Omit<Value, keyof RequestWay> & WrittenWay;

/** The record names a way that this version does not have, so a newer one wrote it. */
export class UnknownWay extends Error {}

export function asWritten<Rest extends object>({ route, sync, ...rest }: Rest & RequestWay) {
  return { ...rest, api: requestRoutes[route].api, route: submitRouteOf({ route, sync }) };
}

/** Throws UnknownWay. */
export function asRead<Value extends WrittenWay>({ api, ...read }: Value) {
  const { route } = read;
  const way = requestWayOf(route);
  if (way === undefined || requestRoutes[way.route].api !== api) throw new UnknownWay(`${route} of ${api}`);
  // `route` is replaced and not added: V8 gives an object a shape of its own where a copy gets another field, which takes as much memory
  // as what is in it.
  return Object.assign(read, way);
}
