import { jsonPath } from '../../schema/json/json-place.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import { shownValue } from '../../text/shown-value.ts';
import { type RequestRoute, requestRoutes, type TaskRoute } from '../request-route.ts';
import { routes } from '../routes.ts';
import { submissionSchema } from '../wire/submission.ts';
import { type Finding, field, finding, flag, told } from './finding.ts';

/** The fields around a v2 input. v1 passes them on to a generator that has no use for them. */
const envelopeFields = Object.keys(submissionSchema.shape).filter((name) => name !== 'model');

/**
 * Checks the body of a v1 submit, which is flat and open: it names a model, and all other fields go to the generator. A field of
 * v2 gets a warning, since the generator would ignore it.
 * @see service document §4.5–4.8
 */
export function flatBodyFindings(body: unknown, route: TaskRoute): Finding[] {
  const { promptShape: words, submit } = requestRoutes[route];
  const { section } = routes[submit];
  const fields = objectOf(body);
  if (fields === undefined) {
    const message = `body is ${shownValue(body)}; it must be an object with model and ${words}`;
    const fix = `send {"model": …, "${words}": …}`;
    return [
      finding({ rule: 'body-shape', where: jsonPath([]), enforcedBy: 'service', message, fix, section }),
    ];
  }
  const foreign = envelopeFields.filter((name) => Object.hasOwn(fields, name));
  return [
    ...modelFindings(ownValue(fields, 'model'), section),
    ...foreign.map((name) => fieldOfV2(name, section, route)),
  ];
}

function modelFindings(model: unknown, section: string): Finding[] {
  if (typeof model === 'string' && model !== '') return [];
  return [
    finding({
      rule: 'model-shape',
      where: 'model',
      enforcedBy: 'service',
      message: told`${field('model')} is ${shownValue(model)}; it must be the id of a model`,
      fix: told`set ${field('model')} to the id of a model`,
      section,
    }),
  ];
}

function fieldOfV2(name: string, section: string, route: TaskRoute): Finding {
  const isInput = name === 'input';
  return finding({
    rule: 'field-of-v2',
    where: name,
    enforcedBy: 'advice',
    message: isInput
      ? 'input holds the parameters on v2; on v1 they go beside model, and the generator gets input unread'
      : told`${field(name)} is a field of v2; on v1 the generator gets it, and it does nothing`,
    fix: told`${isInput ? 'put its fields beside model' : told`remove ${field(name)}`}, or send the body to v2: ${requestRoutes[route].command === 'submit' ? told`${flag('--api')} v2, without ${flag('--route')}` : 'genctl submit …'}`,
    section,
  });
}

/** The words that say by which name or key a request is sent one time. */
interface KeyWords {
  once: string | undefined;
  idempotencyKey: string | undefined;
}

/** A name or a key on v1, which takes no key: it prevents a second job on this machine only. @see service document §4.1, §4.5 */
export function keylessFindings({ idempotencyKey, once }: KeyWords, route: RequestRoute): Finding[] {
  if (requestRoutes[route].hasKey || (once ?? idempotencyKey) === undefined) return [];
  const [flag, what] =
    once === undefined ? ['--idempotency-key', 'the key is not sent, and'] : ['--once', 'the name'];
  return [
    finding({
      rule: 'key-not-sent',
      where: flag,
      enforcedBy: 'advice',
      message: `${what} works on this machine alone: v1 takes no key`,
      fix: 'stay on this machine; or take a model that v2 serves',
      section: '§4.1',
    }),
  ];
}
