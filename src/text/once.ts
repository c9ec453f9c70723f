/** Makes something when it is first asked for, and gives everyone the same promise of it. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The value of a key, made when it is first asked for and kept in `made` from then on. */
export function oncePerKey<Key, Value>(made: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = made.get(key) ?? make();
  made.set(key, value);
  return value;
}

/** A reader that reads each object once, and gives what it found before as often as it is asked again. */
export function oncePer<Key extends object, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before.value;
    const value = read(key);
    known.set(key, { value });
    return value;
  };
}
