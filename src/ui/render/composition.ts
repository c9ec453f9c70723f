import type { ShownFinding } from '../../errors/preflight-error.ts';
import { escapeJsonControls } from '../../rules/safe-text.ts';
import type { Look } from '../look.ts';
import { renderFindings } from './finding.ts';

/** A composed request, as it is looked over before it is sent. */
export interface ComposedRequest {
  body: Record<string, unknown>;
  findings: readonly ShownFinding[];
  /** The command line that asks for the same, quoted for a shell. */
  commandLine: string;
}

/** The body and the command line, each at the left edge and unbroken, to be copied; then all that was found. */
export function renderComposedRequest(
  { body, commandLine, findings }: ComposedRequest,
  look: Look,
): string[] {
  const { colors } = look;
  const json = escapeJsonControls(JSON.stringify(body, undefined, 2)).split('\n');
  return [
    '',
    colors.dim('The request'),
    ...json,
    '',
    colors.dim('The same as a command line'),
    ...commandLine.split('\n'),
    ...(findings.length === 0 ? [] : ['', ...renderFindings(findings, look)]),
    '',
  ];
}
