import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { takeKnownColumns } from '../../../api/batches/file/columns.js';
import { parseFile } from '../../../api/batches/file/parse-file.js';
import {
  behindChart,
  behindHiddenSheet,
  spreadsheetOf,
  withMergedCells,
  workbookOf,
  zipOf,
} from '../../support/uploads/batch-files.js';

const MAX_ROWS = 5;
const MIB = 1024 * 1024;
const read = (content: string | Uint8Array) => parseFile(Buffer.from(content as string), MAX_ROWS);
const UTF16 = 'subject\treference\r\n0001010000071\tCase; 1\r\n';
const TABLE = { kind: 'columns', header: ['subject', 'reference'], rows: [['0001010000071', 'Case; 1']] };

describe('The file of a batch', () => {
  const SPELLINGS: Readonly<Record<string, string | Buffer>> = {
    'with commas and quotes': 'subject,reference\n0001010000071,"Case; 1"\n',
    'with semicolons, CRLF and a byte order mark': '\ufeffsubject;reference\r\n0001010000071;"Case; 1"\r\n',
    'with tabs': 'subject\treference\n0001010000071\tCase; 1',
    'with a line that names its delimiter': 'sep=;\r\nsubject;reference\r\n0001010000071;"Case; 1"',
    'with such a line in the manner of old Macs': 'sep=;\rsubject;reference\r0001010000071;"Case; 1"\r',
    'with empty lines and rows': '\n\nsubject,reference\n\n0001010000071,Case; 1\n,\n\n',
    'with texts that a spreadsheet shall not turn into numbers':
      'subject;reference\n="0001010000071";="Case; 1"\n',
    'with such texts in quotes': 'subject,reference\n"=""0001010000071""","=""Case; 1"""\n',
    'in UTF-16': Buffer.from(`\ufeff${UTF16}`, 'utf16le'),
    'in UTF-16 without a byte order mark': Buffer.from(UTF16, 'utf16le'),
    'in UTF-16 without one, the high byte first': Buffer.from(UTF16, 'utf16le').swap16(),
  };
  for (const [name, content] of Object.entries(SPELLINGS)) {
    it(`is read as CSV ${name}`, async () => {
      expect(await read(content)).to.deep.equal(TABLE);
    });
  }

  it('is read in the code page of Windows when it is no UTF-8, and in UTF-8 when it is', async () => {
    for (const encoding of ['latin1', 'utf8'] as const) {
      const table = await read(Buffer.from('subject\nZoë Tëst', encoding));
      expect(table).to.deep.include({ rows: [['Zoë Tëst']] });
    }
  });

  it('has the dashes, quotes and currencies of that code page', async () => {
    const bytes = Buffer.from('subject\n\x80 \x84ok\x93 \x96 it\x92s \x8a\x9f', 'latin1');
    expect(await read(bytes)).to.deep.include({ rows: [['€ „ok“ – it’s ŠŸ']] });
  });

  it('has every row although its lines end in different ways, as when rows were appended to the template', async () => {
    const rows = ['1', '2', '3', '4'].map((row) => [row]);
    expect(await read('subject\r\n1\n2\r\n"3"\n4')).to.deep.include({ rows });
    expect(await read('subject\n1\r\n"2"\r\n3\r"4"\r\n')).to.deep.include({ rows });
  });

  it('keeps line breaks and quotes within quotes', async () => {
    const table = await read('subject,purpose\r\n1,"two\r\nlines, ""quoted"""\r\n');
    expect(table).to.deep.include({ rows: [['1', 'two\r\nlines, "quoted"']] });
  });

  it('keeps texts that only resemble such ones', async () => {
    const rows = [['a,=', ',b', '="', '="x']];
    expect(await read('subject,reference,purpose,vin\n"a,=",",b","=""","=""x"')).to.deep.include({ rows });
  });

  it('says where a quote is missing, and that there are no rows', async () => {
    expect(await read('subject\n"never closed')).to.deep.include({ kind: 'refused', code: 'invalid_file' });
    expect(await read('subject\n')).to.include({ kind: 'refused', code: 'invalid_file' });
    expect(await read(' ')).to.include({ kind: 'refused', code: 'invalid_file' });
  });

  it('says which row is too long, which may be for want of a quote', async () => {
    // Letters of two bytes: it is not characters that count.
    for (const cell of ['x'.repeat(70_000), 'ä'.repeat(35_000), `"never closed\n${'1,x\n'.repeat(20_000)}`]) {
      const table = await read(`subject,purpose\n1,${cell}\n`);
      expect(table).to.deep.include({ kind: 'refused', code: 'invalid_file' });
      expect(JSON.stringify(table)).to.match(/See line \d+: the row there is longer than 64 KiB in UTF-8\./);
    }
  });

  it('is said to be of another format where it is, whatever its name', async () => {
    const web = '<html><table><tr><td>subject</td></tr></table></html>';
    for (const content of [
      web,
      '<?xml version="1.0"?>\n<Workbook/>',
      '%PDF-1.7\n%',
      gzipSync('subject\n1'),
    ]) {
      const table = await read(content);
      expect(table).to.deep.include({ kind: 'refused', code: 'invalid_file' });
      expect(JSON.stringify(table)).to.include('in another format');
    }
  });

  it('is told how JSON Lines differs from a JSON array', async () => {
    for (const content of ['[{"subject":"1"}]', '\ufeff[\r\n  {"subject":"1"}\r\n]', '[]']) {
      expect(JSON.stringify(await read(content)))
        .to.include('JSON array')
        .and.include('invalid_file');
    }
    expect(await read('[subject],reference\n1,2')).to.deep.include({ header: ['[subject]', 'reference'] });
  });

  it('has as many rows as a batch may have, and not one more', async () => {
    const csv = (rows: number) => `subject\n${'1\n'.repeat(rows)}`;
    expect(await read(csv(MAX_ROWS))).to.include({ kind: 'columns' });
    expect(await read(csv(MAX_ROWS + 1))).to.include({ kind: 'refused', code: 'too_many_rows' });
    expect(await read('{}\n'.repeat(MAX_ROWS + 1))).to.include({ kind: 'refused', code: 'too_many_rows' });
  });

  it('is read as JSON Lines, with a line that is no object among them', async () => {
    const table = await read('{"subject":"a"}\n\n[1]\r\n{broken\n');
    expect(table).to.deep.equal({ kind: 'objects', rows: ['{"subject":"a"}', null, null] });
  });

  it('is refused as a JSON array with what to write instead', async () => {
    for (const array of [
      '[{"subject":"1"},\n{"subject":"2"}]',
      '\r\n [\n  {\n  "subject": "1"\n  }\n]',
      '[]',
    ]) {
      const refused = await read(array);
      expect(refused, array).to.include({ kind: 'refused', code: 'invalid_file' });
      expect(refused).to.have.property('message').that.includes('one object per line');
    }
  });

  it('has no row where a line names a field twice or is nested deeply, as a single request has not', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const lines = [
      '{"subject":"a","subject":"b"}',
      '{"subject":"a","sub\\u006aect":"b"}',
      `{"subject":"a","purpose":${deep}}`,
      '{"subject":"a","parameters":{"country":"ZA"},"reference":"subject"}',
    ];
    expect(await read(lines.join('\n'))).to.deep.equal({
      kind: 'objects',
      rows: [null, null, null, lines[3]],
    });
  });

  it('has no row where a line is longer than a single request may be', async () => {
    const ofBytes = (bytes: number) => `{"subject":"${'\u00e9'.repeat((bytes - 14) / 2)}"}`;
    const lines = [ofBytes(32 * 1024), ofBytes(32 * 1024 + 2)];
    expect(await read(lines.join('\n'))).to.deep.equal({ kind: 'objects', rows: [lines[0], null] });
  });

  it('is read as a spreadsheet, numbers with all their digits and dates as dates', async () => {
    const sheet = spreadsheetOf([
      ['subject', 'reference'],
      [{ number: '8001015009087' }, { number: '8.001015009087E12' }],
      [{ day: 45000 }, 'text'],
    ]);
    expect(await read(sheet)).to.deep.equal({
      kind: 'columns',
      header: ['subject', 'reference'],
      rows: [
        ['8001015009087', '8001015009087'],
        [{ date: true }, 'text'],
      ],
    });
  });

  it('is read as a spreadsheet whose cells do not say where they are, or only some of them do', async () => {
    const text = (value: string, attributes = '') =>
      `<c${attributes} t="inlineStr"><is><t>${value}</t></is></c>`;
    const sheet = workbookOf(
      `<row>${text('subject')}${text('purpose')}${text('reference')}</row>` +
        `<row r="4">${text('0001010000071')}${text('Case; 1', ' r="C4"')}</row>` +
        `<row>${text('TST001GP')}<c/>${text('Case; 2')}</row>`,
    );
    expect(await read(sheet)).to.deep.equal({
      kind: 'columns',
      header: ['subject', 'purpose', 'reference'],
      rows: [
        ['0001010000071', '', 'Case; 1'],
        ['TST001GP', '', 'Case; 2'],
      ],
    });
  });

  it('has no text in a cell that is merged with the one above it, and no row of such cells alone', async () => {
    const sheet = withMergedCells(
      [
        ['subject', 'service_code', 'purpose'],
        ['0001010000071', 'said_verification', 'Case 1'],
        ['0001010001079', '', ''],
        ['', '', ''],
        ['TST001GP', 'vehicle_check', 'Case 2'],
      ],
      ['B2:C3', 'A4:C4', 'A3:A4', 'B5:B900000', 'A1:XFD1', 'ZZZ1:ZZZ1048576'],
    );
    expect(await read(sheet)).to.deep.equal({
      kind: 'columns',
      header: ['subject', 'service_code', 'purpose'],
      rows: [
        ['0001010000071', 'said_verification', 'Case 1'],
        ['0001010001079', { merged: true }, { merged: true }],
        ['TST001GP', 'vehicle_check', 'Case 2'],
      ],
    });
  });

  it('is refused as a spreadsheet that merges more cells than a batch has', async () => {
    const rows = [['subject'], ['0001010000071'], ['0001010001079']];
    const sheet = withMergedCells(rows, Array<string>(100_001).fill('A2:A3').fill('A1:A3', 1));
    expect(await read(sheet))
      .to.have.property('message')
      .that.includes('Unmerge them');
  });

  it('is judged as a spreadsheet even where a cell says that it is beyond any sheet', async () => {
    const sheet = workbookOf(`<row r="1"><c r="${'Z'.repeat(500)}1"/><c t="str"><v>subject</v></c></row>`);
    expect(await read(sheet)).to.have.property('kind', 'refused');
  });

  it('keeps the errors of a spreadsheet, and says where the result of a formula is missing', async () => {
    const rows = [
      '<c r="A1" t="str"><v>subject</v></c><c r="B1" t="str"><v>reference</v></c>',
      '<c r="A2" t="e"><v>#N/A</v></c><c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c>',
      '<c r="A3" s="0"><f>CONCATENATE("1",A2)</f></c><c r="B3"><f t="shared" si="0"/><v></v></c>',
      '<c r="A4" t="str"><f>TRIM("a")</f><v>a</v></c><c r="B4" t="str"><f>IF(1,"","")</f><v></v></c>',
    ];
    const sheet = workbookOf(rows.map((cells, line) => `<row r="${line + 1}">${cells}</row>`).join(''));
    expect(await read(sheet)).to.deep.include({
      rows: [
        ['#N/A', '#DIV/0!'],
        ['#GETTING_DATA', '#GETTING_DATA'],
        ['a', ''],
      ],
    });
  });

  it('keeps them wherever in the file the sheet is', async () => {
    const cells =
      '<row r="1"><c r="A1" t="str"><v>subject</v></c><c r="B1" t="str"><v>reference</v></c></row>';
    const row = '<row r="2"><c r="A2" t="str"><v>a</v></c><c r="B2" t="e"><v>#N/A</v></c></row>';
    for (const target of ['rows.xml', '/xl/worksheets/sheet1.xml', '/rows/one.xml']) {
      const table = await read(workbookOf(cells + row, { target }));
      expect(table, target).to.deep.include({ rows: [['a', '#N/A']] });
    }
  });

  it('has no row where formulas were filled down past the last one, and have but errors there', async () => {
    const row = (line: number, ...cells: string[]) => `<row r="${line}">${cells.join('')}</row>`;
    const error = (place: string) => `<c r="${place}" t="e"><v>#N/A</v></c>`;
    const text = (place: string, value: string) => `<c r="${place}" t="str"><v>${value}</v></c>`;
    const sheet = workbookOf(
      row(1, text('A1', 'subject')) +
        row(2, error('A2')) +
        row(3, text('A3', 'a')) +
        row(4, error('A4')) +
        row(9, error('A9')),
    );
    expect(await read(sheet)).to.deep.include({ rows: [['#N/A'], ['a']] });
  });

  it('is the first sheet that is shown: nobody in a hidden one is meant', async () => {
    const [unseen, rows] = [
      [['subject'], ['0001010001079']],
      [
        ['subject', 'reference'],
        ['0001010000071', 'Case; 1'],
      ],
    ];
    for (const state of ['hidden', 'veryHidden'] as const) {
      expect(await read(behindHiddenSheet(state, unseen, rows)), state).to.deep.equal(TABLE);
    }
  });

  it('is the first sheet with rows, after one that is a chart alone', async () => {
    const rows = [
      ['subject', 'reference'],
      ['0001010000071', 'Case; 1'],
    ];
    expect(await read(behindChart(rows))).to.deep.equal(TABLE);
  });

  it('is refused where the first sheet that is shown is empty: no other is taken for it', async () => {
    const data =
      '<row r="1"><c r="A1" t="str"><v>subject</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>';
    for (const empty of ['', '<row r="1"/>', '<row r="1"><c r="A1" s="1"/></row>']) {
      const table = await read(workbookOf(data, { first: { state: 'visible', data: empty } }));
      expect(table, empty).to.include({ kind: 'refused', code: 'invalid_file' });
    }
    expect(await read(workbookOf(data))).to.have.property('kind', 'columns');
  });

  it('is refused where its list of sheets is endless', async () => {
    const workbook = `<workbook><sheets>${'<sheet "'.repeat(2_000_000)}`;
    const file = zipOf({ 'xl/workbook.xml': workbook });
    expect(await read(file)).to.include({ kind: 'refused', code: 'invalid_file' });
  });

  it('has the whole text of a cell, whatever markup is in it', async () => {
    const sheet = workbookOf(
      '<row r="1"><c r="A1" t="str"><v><![CDATA[subject]]></v></c><c r="B1" t="str"><v>reference</v></c></row>' +
        '<row r="2"><c r="A2"><v>80010150<!-- <![CDATA[ -->09087</v></c>' +
        '<c r="B2" t="inlineStr"><is><t>Case <![CDATA[& <Sons> <!-- 1 -->]]></t></is></c></row>' +
        '<row r="3"><c r="A3" t="inlineStr"><is><t><![CDATA[0001010000071]]></t></is></c></row>',
    );
    expect(await read(sheet)).to.deep.include({
      header: ['subject', 'reference'],
      rows: [
        ['8001015009087', 'Case & <Sons> <!-- 1 -->'],
        ['0001010000071', ''],
      ],
    });
  });

  it('has nothing in it that the directory of its archive does not name', async () => {
    const bomb = spreadsheetOf([['subject'], ['0001010000071']], {
      'xl/hidden.xml': Buffer.alloc(128 * MIB),
    });
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }, 2);
    const table = await read(bomb);
    clearInterval(timer);
    expect(table).to.deep.include({ rows: [['0001010000071']] });
    expect(most, 'bytes unpacked').to.be.below(32 * MIB);
  });

  it('is no archive that unpacks to more than any batch needs, or to more than it announces', async () => {
    const sheet = { 'xl/worksheets/sheet1.xml': Buffer.alloc(100_000) };
    const huge = zipOf(sheet, { announced: 70 * 1024 * 1024 });
    expect(await read(huge)).to.include({ kind: 'refused', code: 'invalid_file' });
    const lie = zipOf(sheet, { announced: 100 });
    expect(await read(lie)).to.include({ kind: 'refused', code: 'invalid_file' });
    expect(await read('PK\u0003\u0004 damaged')).to.include({ kind: 'refused', code: 'invalid_file' });
  });
});

describe('The columns of a file', () => {
  const take = (header: string[], given: Record<string, string> = {}, rows: string[][] = []) =>
    takeKnownColumns({ kind: 'columns', header, rows }, new Map(Object.entries(given)));

  it('are told by their names in any spelling, and the others are left out', () => {
    const header = ['Department', 'Service Code', ' ID-Number ', 'Reason', '0001010000071'];
    const { meanings, rows, ignored, faults } = take(header, {}, [['Sales', 'aml_screening', 'x'], ['HR']]);
    expect(meanings).to.deep.equal(['service_code', 'subject', 'purpose']);
    expect(rows).to.deep.equal([
      ['aml_screening', 'x', ''],
      ['', '', ''],
    ]);
    expect(ignored).to.deep.equal(['Department', '*********0071']);
    expect(faults).to.deep.equal([]);
  });

  it('are what the caller says they are', () => {
    const { meanings, rows } = take(['Kenteken', 'Name'], { Kenteken: 'subject', Name: '' }, [['1', '2']]);
    expect(meanings).to.deep.equal(['subject']);
    expect(rows).to.deep.equal([['1']]);
  });

  it('are not repeated where none is known: the first row is then probably data', () => {
    const { ignored, faults } = take(['phone_trace', '0710000001', 'Test Subject One']);
    expect(ignored).to.deep.equal([]);
    expect(faults.map(({ code }) => code)).to.deep.equal(['missing_column']);
  });

  it('are at fault without a subject, and with two', () => {
    const codesOf = (header: string[]) => take(header).faults.map(({ code }) => code);
    expect(codesOf(['purpose'])).to.deep.equal(['missing_column']);
    expect(codesOf(['subject', 'id number'])).to.deep.equal(['repeated']);
  });
});
