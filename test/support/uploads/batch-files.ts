import { deflateRawSync, crc32 as nodeCrc32 } from 'node:zlib';
import { syntheticIdentity } from '../../../harness/synthetic-identity.js';
import type { Answer, TestClient } from '../http/client.js';

/** A CSV with this many checks of different people. */
export function csvOf(count: number, { from = 1 } = {}): string {
  const rows = Array.from(
    { length: count },
    (_, index) => `said_verification,${syntheticIdentity(from + index)}`,
  );
  return ['service_code,subject', ...rows].join('\r\n');
}

/** Uploads a file like a browser. */
export async function upload(
  client: TestClient,
  content: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = { purpose: 'Test of a batch' },
  name = 'rows.csv',
): Promise<Answer> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([content]), name);
  const sent = new Response(form);
  return client.send('POST', '/api/v1/batches', {
    body: new Uint8Array(await sent.arrayBuffer()),
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
  });
}

/** The content of a spreadsheet cell: a text, a number as the file writes it, or a date. */
export type SheetCell = string | { number: string } | { day: number };

/** A small spreadsheet whose only cell lies so far out that its grid fills all memory: 17 thousand million cells. */
export function hugeGrid(): Uint8Array<ArrayBuffer> {
  return workbookOf('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>');
}

/** A small spreadsheet whose millions of comments fill all memory while one regular expression takes them out. */
export function manyComments(): Uint8Array<ArrayBuffer> {
  return workbookOf(`Ж${'<!---->'.repeat(8_500_000)}`);
}

const TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

type SheetRows = readonly (readonly SheetCell[])[];

/** An XLSX file with one sheet of these rows, and with `hidden` files that its directory does not name. */
export function spreadsheetOf(
  rows: SheetRows,
  hidden: Readonly<Record<string, Buffer>> = {},
): Uint8Array<ArrayBuffer> {
  return workbookOf(rowsXml(rows), { hidden });
}

/** An XLSX file whose first sheet is not shown (`state` says how), and whose second has these rows. */
export function behindHiddenSheet(
  state: 'hidden' | 'veryHidden',
  unseen: SheetRows,
  rows: SheetRows,
): Uint8Array<ArrayBuffer> {
  return workbookOf(rowsXml(rows), { first: { state, data: rowsXml(unseen) } });
}

function rowsXml(rows: SheetRows): string {
  const cells = (row: readonly SheetCell[], line: number) =>
    row.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${line + 1}`)).join('');
  return rows.map((row, line) => `<row r="${line + 1}">${cells(row, line)}</row>`).join('');
}

const sheetXml = (data: string, after = '') =>
  `<worksheet ${MAIN}><sheetData>${data}</sheetData>${after}</worksheet>`;

/** An XLSX file with one sheet of these rows, in which these ranges of cells are merged. */
export function withMergedCells(rows: SheetRows, ranges: readonly string[]): Uint8Array<ArrayBuffer> {
  const merges = ranges.map((range) => `<mergeCell ref="${range}"/>`).join('');
  return workbookOf(rowsXml(rows), { after: `<mergeCells>${merges}</mergeCells>` });
}

/** An XLSX file whose first sheet is a chart, and whose second has these rows. */
export function behindChart(rows: SheetRows): Uint8Array<ArrayBuffer> {
  return workbookOf(rowsXml(rows), { first: { state: 'visible', data: '', kind: 'chartsheet' } });
}

/** An XLSX file with a sheet of this content, and perhaps one before it. */
export function workbookOf(
  data: string,
  {
    hidden = {},
    first,
    after,
    target = 'worksheets/sheet1.xml',
  }: {
    hidden?: Readonly<Record<string, Buffer>>;
    after?: string;
    /** Where the sheet is, from the folder of the workbook or, with a slash, from the root. */
    target?: string;
    first?: { state: string; data: string; kind?: string };
  } = {},
): Uint8Array<ArrayBuffer> {
  const before = first && `<sheet name="a &gt; b" sheetId="2" state="${first.state}" r:id="r3"/>`;
  const files = {
    ...hidden,
    '[Content_Types].xml': TYPES,
    '_rels/.rels': `<Relationships ${RELATIONS}><Relationship Id="r1" Type="${RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${RELATION}"><sheets>${before ?? ''}<sheet name="Rows" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships ${RELATIONS}><Relationship Id="r1" Type="${RELATION}/worksheet" Target="${target}"/><Relationship Id="r2" Type="${RELATION}/styles" Target="styles.xml"/><Relationship Id="r3" Type="${RELATION}/${first?.kind ?? 'worksheet'}" Target="worksheets/sheet2.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet ${MAIN}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    [target.startsWith('/') ? target.slice(1) : `xl/${target}`]: sheetXml(data, after),
    ...(first && { 'xl/worksheets/sheet2.xml': sheetXml(first.data) }),
  };
  return zipOf(files, { unnamed: Object.keys(hidden) });
}

function cellXml(cell: SheetCell, place: string): string {
  if (typeof cell === 'string') return `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>`;
  if ('day' in cell) return `<c r="${place}" s="1"><v>${cell.day}</v></c>`;
  return `<c r="${place}"><v>${cell.number}</v></c>`;
}

/**
 * A ZIP archive; `announced` declares a false uncompressed size for its entries, and its directory does not name the
 * `unnamed` ones.
 */
export function zipOf(
  files: Readonly<Record<string, string | Buffer>>,
  { announced, unnamed = [] }: { announced?: number; unnamed?: readonly string[] } = {},
): Uint8Array<ArrayBuffer> {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(nodeCrc32(plain), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(announced ?? plain.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), head, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    const version = Buffer.from([20, 0]);
    const named = [Buffer.from('PK\u0001\u0002', 'latin1'), version, head, tail, Buffer.from(name)];
    if (!unnamed.includes(name)) central.push(Buffer.concat(named));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(central.length, 4);
  end.writeUInt16LE(central.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006', 'latin1'), end]));
}
