import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../../shared/escape-html.js';
import { Html } from './html.js';

/** A heading of a page, which has an anchor of its own. */
export interface Heading {
  id: string;
  text: string;
  depth: number;
}

/** Renders the Markdown of a page as HTML, with its headings. The texts are our own: HTML in them is kept. */
export function renderMarkdown(markdown: string): { html: Html; headings: Heading[] } {
  const headings: Heading[] = [];
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const inner = this.parser.parseInline(tokens);
        const text = tokens.map(plain).join('');
        const id = uniqueId(text, headings);
        headings.push({ id, text, depth });
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${inner}</a></h${depth}>\n`;
      },
      code({ text, lang }: Tokens.Code) {
        const label = lang === undefined || lang === '' ? 'Code' : `Code, ${lang}`;
        // The block may scroll sideways, so it must be reachable by keyboard.
        return `<pre tabindex="0" role="group" aria-label="${escapeHtml(label)}"><code>${escapeHtml(text)}</code></pre>\n`;
      },
      table(token: Tokens.Table) {
        return `<div class="table" tabindex="0" role="group" aria-label="Table">${renderTable(token, (cell) =>
          this.parser.parseInline(cell.tokens),
        )}</div>\n`;
      },
    },
  });
  const text = marked.parse(markdown, { async: false });
  return { html: new Html(text), headings };
}

/** The first column names what a row is about. */
function renderTable({ header, rows }: Tokens.Table, inline: (cell: Tokens.TableCell) => string): string {
  const head = header.map((cell) => `<th scope="col">${inline(cell)}</th>`).join('');
  const body = rows.map((row) => {
    const cells = row.map((cell, index) =>
      index === 0 ? `<th scope="row">${inline(cell)}</th>` : `<td>${inline(cell)}</td>`,
    );
    return `<tr>${cells.join('')}</tr>\n`;
  });
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${body.join('')}</tbody></table>`;
}

function plain(token: Tokens.Generic): string {
  if (token.tokens !== undefined) return token.tokens.map(plain).join('');
  return typeof token.text === 'string' ? token.text : '';
}

/** The anchor GitHub would generate, so that links work in both places. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

function uniqueId(text: string, headings: readonly Heading[]): string {
  const id = headingId(text);
  const taken = new Set(headings.map((heading) => heading.id));
  if (!taken.has(id)) return id;
  let number = 1;
  while (taken.has(`${id}-${number}`)) number += 1;
  return `${id}-${number}`;
}
