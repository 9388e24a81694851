import { expect } from 'chai';
import fc from 'fast-check';
import { maskSubject, maskWithin } from '../../../shared/domain/mask.js';
import { expectLinear } from '../../support/time/expect-linear.js';

const ID = '0001010000071';
const MASKED_ID = '*********0071';
const PHONE = '+27710000001';
const MASKED_PHONE = '********0001';

const inScript = (zero: number) => (digit: string) => String.fromCodePoint(zero + Number(digit));
const wide = inScript(0xff10);
const arabic = inScript(0x0660);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');
/** A report longer than any reference, in which a subject appears late. */
const report = (subject: string) => `<report>${'A page of text. '.repeat(800)}<id>${subject}</id></report>`;
const inLines = (encoded: string, lineBreak: string) => encoded.replace(/.{76}(?=.)/g, `$&${lineBreak}`);
const base64url = (text: string) => Buffer.from(text).toString('base64url');

describe('a masked subject', () => {
  const cases: [subject: string, masked: string][] = [
    [ID, MASKED_ID],
    [PHONE, MASKED_PHONE],
    ['Test Subject One', '************ One'],
    ['12345', '*2345'],
    ['1234', '****'],
    ['A1', '**'],
    ['', ''],
    ['测试测试测试', '**测试测试'],
    ['𐐀𐐁𐐂𐐃𐐄', '*𐐁𐐂𐐃𐐄'],
  ];
  for (const [subject, masked] of cases) {
    it(`of "${subject}" is "${masked}"`, () => expect(maskSubject(subject)).to.equal(masked));
  }

  it('has as many characters as the subject and shows at most four', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (subject) => {
        const [before, after] = [[...subject], [...maskSubject(subject)]];
        const shown = before.length > 4 ? 4 : 0;
        expect(after).to.have.lengthOf(before.length);
        expect(after.slice(0, before.length - shown).every((character) => character === '*')).to.equal(true);
      }),
    );
  });
});

describe('masking within data', () => {
  const texts: [title: string, subject: string, text: string, masked: string][] = [
    ['the subject itself', ID, ID, MASKED_ID],
    ['the subject in a sentence', ID, `No. ${ID}, twice ${ID}.`, `No. ${MASKED_ID}, twice ${MASKED_ID}.`],
    ['the subject inside other characters', ID, `x${ID}9`, `x${MASKED_ID}9`],
    ['spaces between', ID, '000101 0000 071', MASKED_ID],
    ['hyphens, dots and slashes between', ID, '000101-0000.07/1', MASKED_ID],
    ['any separators between', ID, "0_0,0'1:0|1+0 0\u200b0\u00a00’0\u2060-7 1", MASKED_ID],
    ['any other sign between', ID, '0;0"0·1•0~1=0/0;0∕0・0⁄7\u2800 1', MASKED_ID],
    ['letters between that cannot be seen', ID, '000101\u31640000\uffa0071', MASKED_ID],
    ['a name after a semicolon', 'Anna Example', 'EXAMPLE; Anna', '********mple'],
    ['full-width digits', ID, '0001010000071'.replace(/./g, wide), MASKED_ID],
    ['Arabic digits', ID, '0001010000071'.replace(/./g, arabic), MASKED_ID],
    ['groups of three without the zeros in front', ID, '1,010,000,071', MASKED_ID],
    ['no text without it', ID, '0001010001079', '0001010001079'],
    ['another letter case', 'TST001GP', 'tst 001-gp', '****01GP'],
    ['a company number without slashes', '2000/000001/07', '200000000107', '**********1/07'],
    ['E.164 with spaces', PHONE, '+27 71 000 0001', MASKED_PHONE],
    ['the national form', PHONE, '071 000 0001', MASKED_PHONE],
    ['the form without a plus', PHONE, '27710000001', MASKED_PHONE],
    ['the form as dialled from abroad', PHONE, '0027710000001', `00${MASKED_PHONE}`],
    ['a trunk digit in brackets', PHONE, '+27 (0)71 000 0001', `+27 (${MASKED_PHONE}`],
    ['a name in capitals', 'José Têst', 'Mr JOSÉ TÊST', 'Mr *****Têst'],
    ['a name with its surname first', 'Anna Example', 'EXAMPLE, Anna', '********mple'],
    [
      'a name of three words in any order',
      'Test Subject One',
      'one/test_SUBJECT; two',
      '************ One; two',
    ],
    ['a name of six words begun elsewhere', 'A B C D Ee Ff', 'Ee Ff, A B C D', '*********e Ff'],
    ['a name in two orders that overlap', 'José Têst', 'TÊST, JOSÉ TÊST', '*****Têst'],
    ['a name that has diacritics only in the text', 'Jose Test', 'JÓSÉ Tést', '*****Test'],
    ['letters that have no decomposition', 'Øyvind Łuczak', 'OYVIND LUCZAK', '*********czak'],
    ['a sharp s in capitals', 'Anna Gross', 'ANNA GROẞ', '******ross'],
    ['both small sigmas', 'Σίσυφος Ένας', 'ΣΙΣΥΦΟΣ ΕΝΑΣ', '********Ένας'],
    ['no other name of the same words and more', 'Anna Example', 'Anna B Example', 'Anna B Example'],
    ['a name without its accents', 'José Têst', 'JOSE TEST', '*****Têst'],
    ['a name with decomposed accents', 'José Têst', 'José Têst'.normalize('NFD'), '*****Têst'],
    ['a name with a line break', 'Test Subject', 'test\nsubject', '********ject'],
    ['regular expression characters', 'a.*(b)+[c]$', 'A.*(B)+[C]$ a.*x+c', '*******[c]$]$ a.*x+c'],
    ['replacement patterns', 'Test $&$1', 'test $&$1', '*****$&$1'],
    ['occurrences that overlap', 'Nana Nana', 'Nana Nana Nana', '*****Nana'],
    ['a subject of four characters as a word only', 'Lisa', 'Lisa of Lisabon', '**** of Lisabon'],
    ['a subject of five characters anywhere', 'Lisab', 'Lisabon', '*isabon'],
    ['a plate of short digits without its zeros', '00012345', '12345 of 112345', '****2345 of 112345'],
    ['no number of four digits that zeros led', '0001234', '1234', '1234'],
    ['a short subject as a word', 'Li', 'Li of Lisbon (LI)', '** of Lisbon (**)'],
    ['a name in an address', 'José Têst', '/?q=Jos%C3%A9%20T%C3%AAst&p=1', '/?q=*****Têst&p=1'],
    ['a company number in an address', '2000/000001/07', 'n=2000%2f000001%2F07', 'n=**********1/07'],
    ['a number in a page', ID, '<b>000101&nbsp;0000&#160;07&#x31;</b>', `<b>${MASKED_ID}</b>`],
    ['a name in a page', "Zoë O'Brien", 'ZO&Euml; O&#39;BRIEN &amp; co', '*******rien &amp; co'],
    ['a name in a JSON text', 'Anna Example', '{"n":"Anna\\u0020Ex\\u0061mple"}', '{"n":"********mple"}'],
    [
      'a company number of PHP’s JSON',
      '2000/000001/07',
      '{"n":"2000\\/000001\\/07"}',
      '{"n":"**********1/07"}',
    ],
    ['a name over lines of a JSON text', 'Anna Example', '"Anna\\nExample\\r\\n"', '"********mple\\r\\n"'],
    ['a name that was found', 'Anna Example', '<em>Anna</em> <EM >Example</EM >!', '<em>********mple</EM >!'],
    [
      'a name in an attribute',
      'José Têst',
      '<a href="?q=Jos%C3%A9%20T%C3%AAst">a < b</a>',
      '<a href="?q=*****Têst">a < b</a>',
    ],
    [
      'nothing in what only looks escaped',
      'Anna Example',
      '100% Anna &c; %E9 \\u00',
      '100% Anna &c; %E9 \\u00',
    ],
    ['a name of a passport', 'José Álvarez', 'P<ZAFALVAREZ<<JOSE<<<<<', 'P<ZAF********arez<<<<<'],
    ['a name with any sign between', 'Anna Example', '[Anna]{Example} Anna#Example@', '[********mple@'],
    ['umlauts as two letters', 'Jürgen Müller', 'MUELLER, Juergen', '*********ller'],
    ['two letters as umlauts', 'Juergen Mueller', 'Müller Jürgen', '***********ller'],
    ['Nordic letters as two', 'Søren Ødegård', 'SOEREN OEDEGAARD', '*********gård'],
    ['a name between comments', 'Anna Example', '<b>Anna<!-- x --> Example</b>', '<b>********mple</b>'],
    ['what an address has escaped twice', 'José Têst', 'q=Jos%25C3%25A9%2520T%25C3%25AAst', 'q=*****Têst'],
    ['what a page has escaped twice', ID, '000101&amp;#48;&amp;#48;00&amp;#x30;71', MASKED_ID],
    ['what was escaped in two ways', ID, '%26%2348%3B001010000071', MASKED_ID],
    ['what a page has escaped without semicolons', ID, '000101&#48&#48&#48&#48&#48&#55&#49', MASKED_ID],
    ['what a script has escaped', ID, '\\x30\\u{30}01010000071', MASKED_ID],
    ['a number in base64', ID, `ref ${base64(ID)}!`, `ref ${MASKED_ID}!`],
    ['a name in base64', 'José Têst', base64('{"name":"JOSÉ TÊST"}'), '*****Têst'],
    ['a number in base64 for addresses', ID, `t_${base64url(`{"?>":"${ID}"}`)}.x`, `${MASKED_ID}.x`],
    ['a number in hexadecimal digits', ID, Buffer.from(ID).toString('hex').toUpperCase(), MASKED_ID],
    [
      'a number behind a prefix in hexadecimal digits',
      ID,
      `ref-${hex(ID)}, id_${hex(ID)}`,
      `${MASKED_ID}, ${MASKED_ID}`,
    ],
    ['a phone number in hexadecimal digits', PHONE, `t-${hex('0710000001')}`, MASKED_PHONE],
    ['a number in a whole file in base64', ID, `file ${base64(report(ID))}.`, `file ${MASKED_ID}.`],
    [
      'a name in UTF-16 in base64',
      'Anna Example',
      Buffer.from('Anna Example', 'utf16le').toString('base64'),
      '********mple',
    ],
    ['no other text in base64', ID, base64('0001010001079'), base64('0001010001079')],
    ['a subject of nothing but separators', '--', 'a--b', 'a--b'],
  ];
  for (const [title, subject, text, masked] of texts) {
    it(`masks ${title}`, () => expect(maskWithin(text, subject)).to.equal(masked));
  }

  for (const lineBreak of ['\n', '\r\n', '\r\n    ', '\\n', '\\r\\n']) {
    it(`masks a number wherever base64 is wrapped, by ${JSON.stringify(lineBreak)}`, () => {
      for (let before = 0; before < 60; before += 1) {
        const wrapped = inLines(base64(`${'.'.repeat(before)}${ID}${'.'.repeat(100)}`), lineBreak);
        expect(maskWithin(`(${wrapped})`, ID), `behind ${before} characters`).to.equal(`(${MASKED_ID})`);
      }
    });
  }

  it('leaves lines of words and of signs as they are', () => {
    const text = `${'-'.repeat(70)}\nTotal1\n${'Incomprehensibilities'.repeat(4)}\nTotal2`;
    expect(maskWithin(text, ID)).to.equal(text);
  });

  it('reaches strings and keys at every depth and keeps everything else', () => {
    const data = { list: [1, true, null, { deep: [`x ${ID}`] }], [ID]: { note: 'none' }, score: 0.5 };
    expect(maskWithin(data, ID)).to.deep.equal({
      list: [1, true, null, { deep: [`x ${MASKED_ID}`] }],
      [MASKED_ID]: { note: 'none' },
      score: 0.5,
    });
  });

  it('masks a number that is the subject', () => {
    expect(maskWithin({ id: 8001010000172 }, '8001010000172')).to.deep.equal({ id: '*********0172' });
  });

  const zeroless: [title: string, subject: string, data: unknown, masked: unknown][] = [
    [
      'an identity number',
      ID,
      { idNumber: 1010000071, at: [1010000071] },
      { idNumber: MASKED_ID, at: [MASKED_ID] },
    ],
    [
      'an identity number as text',
      ID,
      'no. 1010000071, or 1 010 000 071',
      `no. ${MASKED_ID}, or ${MASKED_ID}`,
    ],
    ['a phone number in its national form', PHONE, { cell: 710000001 }, { cell: MASKED_PHONE }],
    ['a phone number in its international form', PHONE, 27710000001, MASKED_PHONE],
  ];
  for (const [title, subject, data, masked] of zeroless) {
    it(`masks ${title} that has lost the zeros in front`, () => {
      expect(maskWithin(data, subject)).to.deep.equal(masked);
    });
  }

  it('takes no part of a longer number for one that has lost its zeros', () => {
    const data = { reference: '91010000071', amount: 10100000712, other: '1010000072' };
    expect(maskWithin(data, ID)).to.deep.equal(data);
  });

  it('keeps field names, even of a subject who is called like one', () => {
    expect(maskWithin({ score: 'Score', dateOfBirth: 1 }, 'Score')).to.deep.equal({
      score: '*core',
      dateOfBirth: 1,
    });
  });

  it('keeps a key __proto__ as data', () => {
    const copy = maskWithin(JSON.parse(`{"__proto__":{"x":"${ID}"}}`), ID);
    expect(JSON.stringify(copy)).to.equal(`{"__proto__":{"x":"${MASKED_ID}"}}`);
    expect(Object.getPrototypeOf(copy)).to.equal(Object.prototype);
  });

  it('leaves its argument as it was', () => {
    const data = Object.freeze({ a: Object.freeze([ID]) });
    const copy = maskWithin(data, ID);
    expect(data).to.deep.equal({ a: [ID] });
    expect(copy.a).not.to.equal(data.a);
  });

  it('leaves no subject of more than four characters anywhere in any text', () => {
    const subject = fc.string({ unit: fc.constantFrom(...'ab.*$^()[]\\𐐀'), minLength: 1, maxLength: 12 });
    const pieces = fc.array(fc.constantFrom('a', 'b', '*', '.', ' ', '-', '$', '\\'), { maxLength: 20 });
    fc.assert(
      fc.property(subject, pieces, pieces, (written, before, after) => {
        fc.pre(
          [...written.replace(/[.()\\$^[\]]/g, '')].length > 4 && !maskSubject(written).includes(written),
        );
        const text = `${before.join('')}${written}${written}${after.join('')}`;
        expect(maskWithin(text, written)).not.to.include(written);
      }),
    );
  });

  it('finds a name in every order, case and spelling', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdeéøßŁж'), minLength: 3, maxLength: 6 });
    const separator = fc.constantFrom(' ', ', ', '_', '-', "'", '\u200b', ' | ');
    const written = fc.constantFrom<(text: string) => string>(
      (text) => text.toUpperCase(),
      (text) => text.normalize('NFD'),
      (text) => text,
    );
    fc.assert(
      fc.property(
        fc
          .array(word, { minLength: 2, maxLength: 4 })
          .chain((words) =>
            fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length })),
          ),
        separator,
        written,
        ([words, order], between, write) => {
          const subject = words.join(' ');
          const found = maskWithin(`<${write(order.join(between))}>`, subject);
          expect(found.normalize('NFD').replace(/\p{M}/gu, '')).to.equal(
            `<${maskSubject(subject)}>`.normalize('NFD').replace(/\p{M}/gu, ''),
          );
        },
      ),
    );
  });

  it('takes linear time, also for text that is nearly the subject over and over', () => {
    expectLinear(100_000, (length) => {
      const text = `${'0 '.repeat(length)}${' '.repeat(length)}`;
      expect(maskWithin([text], `${'0'.repeat(199)}1`)).to.deep.equal([text]);
    });
  });
});
