/** What is known of a line when a flag of it is read. */
export interface LineFacts {
  model: string | undefined;
  /** The value of another flag of the line that is not ours either; undefined where there is none. */
  other(name: string): string | undefined;
}

/** What a flag of another program is among ours. */
export interface FlagSynonym {
  names: readonly string[];
  /** The commands on which it means this; all of them unless given. */
  on?: readonly string[];
  /** Whether a value follows it. */
  takes: boolean;
  /** Another flag that says the other half, and is replaced with it. */
  with?: string;
  /** What is said where no word takes its place; unless given, that the program works so without a flag. */
  without?(line: LineFacts): string;
  /** The words of ours in its place; undefined where these can't be told. Empty: what it asks for is how it is. */
  words(value: string, line: LineFacts): readonly string[] | undefined;
}
