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
