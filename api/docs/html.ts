import { escapeHtml } from '../../shared/escape-html.js';

/** Text that is HTML already. */
export class Html {
  constructor(readonly text: string) {}
}

type Piece = Html | string | number | undefined | readonly Piece[];

/** Interpolates values into HTML: everything is escaped unless it is HTML already. */
export function html(strings: TemplateStringsArray, ...values: readonly Piece[]): Html {
  return new Html(strings.map((text, index) => text + render(values[index])).join(''));
}

function render(piece: Piece): string {
  if (piece === undefined) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'object') return piece.map(render).join('');
  return escapeHtml(String(piece));
}
