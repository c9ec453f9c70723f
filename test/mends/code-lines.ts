/** A line that fails, and what its error says to type instead. */
export interface CodeLine {
  /** Its words; `{job}` stands for the id of a finished job. */
  words: readonly string[];
  /** `line`: a whole line, which is typed and succeeds. `gap`: one with a word to fill in. `way`: a part of one, or several ways. */
  mend: 'line' | 'gap' | 'way';
}

const line = (...words: string[]): CodeLine => ({ words, mend: 'line' });
const gap = (...words: string[]): CodeLine => ({ words, mend: 'gap' });
const way = (...words: string[]): CodeLine => ({ words, mend: 'way' });
const picture = ['fox', '-m', 'vendor-a/image-1'];

/** A line for each code of an error that is mended by a command, and that a line alone can make. */
export const codeLines: Readonly<Record<string, CodeLine>> = {
  body_changed: way('submit', ...picture, '--once', 'shot', '--seed', '7'),
  batch_unnamed: gap('batch', '-'),
  draft_unsupported: line('draft', ...picture),
  draft_unusable: line('finalize', '{job}'),
  excess_arguments: line('jobs', 'succeeded'),
  file_unreadable: way('submit', '@missing.txt', '-m', 'vendor-a/image-1'),
  flag_idle: line('submit', ...picture, '--timeout', '5m'),
  folder_not_found: way('gallery', 'missing/'),
  gap_left: gap('submit', ...picture, '--tag', 'hero=VALUE'),
  input_required: gap('compose'),
  invalid_argument: way('submit', '-', ...picture),
  invalid_command: gap('auth', 'set', 'upload_command', 'curl'),
  invalid_flag: line('submit', ...picture, '--seed', '1.0'),
  invalid_json: way('submit', '--body', '{', '-m', 'vendor-a/image-1'),
  job_not_found: line('show', 'nothing'),
  lines_changed: way('batch', 'changed.csv'),
  manifest_invalid: way('batch', 'faulty.csv'),
  missing_argument: line('wait'),
  missing_flag: line('jobs', 'prune'),
  model_not_found: line('models', 'vendor-a/imaeg-1'),
  model_required: gap('submit', 'fox'),
  no_ci_run: way('submit', ...picture, '--once', '@ci/fox'),
  option_missing_argument: gap('submit', ...picture, '--once'),
  preflight: line('submit', ...picture, '--count', '9'),
  prompt_empty: gap('submit', '', '-m', 'vendor-a/image-1'),
  route_required: line('submit', ...picture, '--api', 'v1'),
  stdin_twice: way('submit', '-', '--input', '-', '-m', 'vendor-a/image-1'),
  too_many_variants: way('submit', ...picture, '--vary', 'seed=1..9999'),
  topic_not_found: line('help', 'exit-code'),
  unknown_command: line('jbos'),
  unknown_field: way('auth', 'set', 'nothing', '5m'),
  unknown_option: line('jobs', '--limti', '3'),
  unknown_profile: line('submit', ...picture, '--profile', 'nobody'),
  unknown_setting: line('config', 'get', 'nothing'),
  unknown_shell: line('completion', 'bsh'),
};

/** Codes that take another account, an answer of the service, a terminal or a broken file: the test that makes each, or why none types it. */
export const madeElsewhere: Readonly<Record<string, string>> = {
  account_not_told: 'transcripts/accounts-of-claims.test.ts',
  account_untold: 'it asks for a look at the job of an older ledger first',
  base_url_invalid: 'store/account.test.ts',
  column_not_taken: 'it is told of a line of a manifest, whose own command it names',
  composition_unknown: 'store/compositions.test.ts',
  composition_unreadable: 'store/compositions.test.ts',
  dead_link: 'transcripts/vendor-links.test.ts',
  defect: 'no line is known that makes one',
  draft_not_over: 'it takes a draft that is still rendered',
  draft_of_another_account: 'transcripts/accounts-of-v1-claims.test.ts',
  files_not_here: 'transcripts/open.test.ts',
  final_exists: 'it is asked on a terminal, or told as a warning',
  finals_exist: 'it takes drafts that were picked on a terminal',
  flag_conflict: 'commands/line/idle-flags.test.ts',
  idempotency_key_reused: 'client/transport/api.test.ts',
  intent_gone: 'store/ledger/ledger.test.ts',
  intent_torn: 'store/ledger-faults.test.ts',
  intent_unknown: 'flows/submit-v1.test.ts',
  invalid_id: 'client/transport/api.test.ts',
  job_not_recorded: 'it takes a ledger that can be written no more after the answer',
  journal_unreadable: 'store/batch/journal.test.ts',
  key_may_be_forgotten: 'transcripts/once.test.ts',
  key_of_another_service: 'transcripts/refused-keys.test.ts',
  left_out: 'transcripts/sidecar-travels.test.ts',
  line_changed: 'it is told once for all lines, as lines_changed',
  manifest_format: 'store/manifest/manifest.test.ts',
  model_not_listed: 'transcripts/model-list.test.ts',
  last_frame_unavailable: 'transcripts/batch-chains.test.ts',
  model_unknown: 'transcripts/stale-model-list.test.ts',
  no_base_url: 'store/account.test.ts',
  no_cancel_route: 'transcripts/tasks.test.ts',
  no_drafts: 'it takes a terminal on which drafts are picked',
  no_key: 'store/pinned-account.test.ts',
  no_models: 'it takes a service that lists no model, and a terminal',
  no_outputs: 'flows/download.test.ts',
  no_profile: 'it takes an account that is named by variables alone',
  not_opened: 'it takes a viewer that fails',
  output_failed: 'it takes an output that breaks off',
  page_exists: 'transcripts/gallery.test.ts',
  parent_output_gone: 'transcripts/batch-chains.test.ts',
  parent_unusable: 'transcripts/batch-chain-words.test.ts',
  path_elsewhere: 'transcripts/api.test.ts',
  picture_gone: 'client/ways/inline-output.test.ts',
  port_unusable: 'it takes a port that another program has',
  profile_broken: 'it takes a file of profiles that was edited by hand',
  render_too_long: 'it takes an answer of the service',
  setting_invalid: 'store/settings.test.ts',
  settings_corrupt: 'store/settings.test.ts',
  stdin_is_terminal: 'it takes a terminal',
};
