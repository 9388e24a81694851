import { inflateSync } from 'node:zlib';

/** A page as a reader sees it. */
export interface PdfPage {
  /** The text above the footer, line by line. */
  body: string[];
  foot: string[];
}

export interface ReadPdf {
  pages: PdfPage[];
  /** What the file says about itself, for example `Title`, as PDF writes it. */
  info: Record<string, string>;
  /** The objects of the file as text, for looking at tags. */
  source: string;
}

// Lines below this are the notice and the page number; the same number as the bottom margin of our pages.
const FOOT = 90;

/** Decodes text as a font shows it, from hexadecimal. */
type Decode = (hex: string) => string;

/**
 * Extracts the text of a file structured like our reports: one compressed content stream per page, text in hexadecimal.
 */
export function readPdf(file: Buffer): ReadPdf {
  const source = file.toString('latin1');
  const objects = new Map(
    [...source.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)].map(([, id = '', body = '']) => [id, body]),
  );
  const kids = [...objects.values()].find((body) => body.includes('/Type /Pages')) ?? '';
  const ids = /\/Kids \[([^\]]*)\]/.exec(kids)?.[1]?.match(/\d+(?= 0 R)/g) ?? [];
  const info = [...objects.values()].find((body) => body.includes('/Producer')) ?? '';
  const entries = [...info.matchAll(/\/(\w+) (\d+) 0 R/g)];
  return {
    source,
    pages: ids.map((id) => readPage(objects, objects.get(id) ?? '')),
    info: Object.fromEntries(entries.map(([, name = '', id = '']) => [name, objects.get(id) ?? ''])),
  };
}

function readPage(objects: ReadonlyMap<string, string>, page: string): PdfPage {
  const [, contents = ''] = /\/Contents (\d+) 0 R/.exec(page) ?? [];
  const [, resources = ''] = /\/Resources (\d+) 0 R/.exec(page) ?? [];
  const fonts = readFonts(objects, objects.get(resources) ?? '');
  const lines = [
    ...readStream(objects, contents).matchAll(/1 0 0 1 \S+ (\S+) Tm\n\/(\S+) \S+ Tf\n\[(.*)\] TJ/g),
  ];
  const textOf = ([, , font = '', shown = '']: RegExpMatchArray): string =>
    (shown.match(/(?<=<)[0-9a-f]+(?=>)/g) ?? []).map((hex) => fonts.get(font)?.(hex)).join('');
  const isFoot = ([, y]: RegExpMatchArray): boolean => Number(y) < FOOT;
  return {
    body: lines.filter((line) => !isFoot(line)).map(textOf),
    foot: lines.filter(isFoot).map(textOf),
  };
}

function readStream(objects: ReadonlyMap<string, string>, id: string): string {
  const [, stream = ''] = /stream\n([\s\S]*)\nendstream/.exec(objects.get(id) ?? '') ?? [];
  return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
}

function readFonts(objects: ReadonlyMap<string, string>, resources: string): Map<string, Decode> {
  const [, fonts = ''] = /\/Font <<([^>]*)>>/.exec(resources) ?? [];
  return new Map(
    [...fonts.matchAll(/\/(\S+) (\d+) 0 R/g)].map(([, name = '', id = '']) => {
      const [, toUnicode] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? [];
      return [name, toUnicode === undefined ? decodeWinAnsi : decodeGlyphs(readStream(objects, toUnicode))];
    }),
  );
}

const decodeWinAnsi: Decode = (hex) => new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex'));

/** Reads glyph numbers as the font's ToUnicode map says, in which one glyph may be several UTF-16 units. */
function decodeGlyphs(map: string): Decode {
  const texts = [...map.matchAll(/<[0-9a-f]{4}> <[0-9a-f]{4}> \[(.*)\]/g)]
    .flatMap(([, entries = '']) => [...entries.matchAll(/<([0-9a-f ]*)>/g)])
    .map(([, units = '']) => units.split(' ').map((unit) => String.fromCharCode(Number.parseInt(unit, 16))));
  return (hex) =>
    (hex.match(/.{4}/g) ?? []).flatMap((glyph) => texts[Number.parseInt(glyph, 16)] ?? ['\ufffd']).join('');
}

/** All text of all pages without white space, because line breaks carry no meaning. */
export function bodyText({ pages }: ReadPdf): string {
  return withoutSpace(pages.flatMap(({ body }) => body).join(''));
}

export function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
}
