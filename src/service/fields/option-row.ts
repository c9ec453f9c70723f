/** Names that a model may give the field of an option, other than the document's own name. */
interface OtherNames {
  /** Names that mean only this. */
  sure: readonly string[];
  /** Names that may mean something else: one counts only where the schema lists the very value that was asked for. */
  ifListed: readonly string[];
}

/** A field beside the content list of a video input, whoever fills it. @see service document §2.7 */
export interface InputOption {
  /** One of some words, of which a family may take fewer; seconds in the range of a family; or a value of a kind. */
  takes: readonly string[] | 'seconds' | 'whole number' | 'true or false';
  /**
   * The value that it has where nothing is said; absent where the document gives none. The line that mends a wrong value has it in the
   * place of that one.
   */
  usual?: string | number | boolean;
  /** Its description in an `input_schema`. */
  says: string;
  /** The rule that refuses another value, which is named here alone. A live schema that takes more overrules it. */
  rule: string;
  /** True if the charge depends on it. */
  isPriced: boolean;
  /** True if a picture has no place for it: models of pictures have its flag refused, where others may ignore it. */
  isOfClips?: true;
}

/** An option that a flag fills. */
export interface OptionRow extends InputOption {
  /** Its word on a command line, the name of the value behind that, and its help; `saysNo` is the help of `--no-…`. A seldom one is in `genctl help COMMAND` alone. */
  flag: { name: `--${string}`; value?: string; says: string; saysNo?: string; isSeldom?: true };
  /** Its name in a sentence, where that is another one than its own with spaces. */
  called?: string;
  /**
   * The part of a final: it may have its `own`; it `inherits` that of its draft, which is not sent again; it is `idle` beside the
   * draft's references; or the `step` decides. @see service document §3
   */
  ofFinal: 'own' | 'inherits' | 'idle' | 'step';
  /** Present where some families alone read it, and have it in their table: the advice at others, which accept and ignore it. */
  ignored?: { rule: string };
  /** The trait of the routes that take it, where not all do. */
  onRoutes?: 'returnsLastFrame';
  names: OtherNames;
}
