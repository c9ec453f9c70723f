import type { OptionName } from '../service/options.ts';

/** Kinds of values that completion offers; `text` means words, `@file` or `-`, and `field` means `name=value`. */
export type Completes =
  | 'batch'
  | 'columns'
  | 'command'
  | 'composition'
  | 'cost-key'
  | 'draft'
  | 'field'
  | 'file'
  | 'folder'
  | 'job'
  | 'job-or-file'
  /** A file, or a name of the cast. */
  | 'media'
  | 'model'
  | 'profile'
  /** A setting, those of the cast among them. */
  | 'setting'
  | 'setting-value'
  | 'tag'
  | 'text'
  | 'unfinished-job'
  /** The values that the line's model takes for an option, by the option's name on the wire. */
  | `option-${OptionName}`;
