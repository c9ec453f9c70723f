/** The environment variables that tell how the terminal can show pictures. */
export interface PreviewEnvironment {
  TERM?: string | undefined;
  TERM_PROGRAM?: string | undefined;
  LC_TERMINAL?: string | undefined;
  COLORTERM?: string | undefined;
  KITTY_WINDOW_ID?: string | undefined;
  TMUX?: string | undefined;
  NO_COLOR?: string | undefined;
}

/** How a picture is shown: by a protocol of the terminal's own, by half blocks of colour, or not at all. */
export type PreviewMethod = 'kitty' | 'iterm' | 'blocks' | 'blocks-256' | 'none';

/** The best method that the terminal is known to have. A multiplexer such as tmux passes on characters but no pictures. */
export function previewMethod(
  environment: PreviewEnvironment,
  stream: { isTerminal: boolean; unicode: boolean; coloured: boolean },
): PreviewMethod {
  const { COLORTERM, KITTY_WINDOW_ID, LC_TERMINAL, TERM = '', TERM_PROGRAM, TMUX } = environment;
  if (!stream.isTerminal || !stream.coloured || TERM === 'dumb') return 'none';
  const isInside = Boolean(TMUX) || /^(screen|tmux)/.test(TERM);
  if (!isInside && (Boolean(KITTY_WINDOW_ID) || /kitty|ghostty/.test(`${TERM} ${TERM_PROGRAM ?? ''}`)))
    return 'kitty';
  if (!isInside && (TERM_PROGRAM === 'iTerm.app' || TERM_PROGRAM === 'WezTerm' || LC_TERMINAL === 'iTerm2'))
    return 'iterm';
  if (!stream.unicode) return 'none';
  return /truecolor|24bit/.test(COLORTERM ?? '') ? 'blocks' : 'blocks-256';
}
