/** A document as what prints it may give it: nothing of it is changed there. */
export type Printed<Value> = Value extends readonly (infer Item)[]
  ? readonly Printed<Item>[]
  : Value extends object
    ? { readonly [Field in keyof Value]: Printed<Value[Field]> }
    : Value;
