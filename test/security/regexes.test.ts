import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

/** Where text from outside is matched: of callers, of the provider, of webhook receivers. */
const FOLDERS = ['api', 'worker', 'shared'];
const BYTES = 50_000;
const LIMIT_MS = 100;

/** A regular expression in the source, after what can only stand before one. */
const LITERAL =
  /(?<=(?:^|[=(,:[!&|?{};>]|\breturn|=>)\s*)\/(?![*/])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)(?=\s*(?:[;,.)\]}:]|$))/gm;
const CONSTRUCTED = /new RegExp\(/g;

/** Expressions that never see hostile text in the file that is named, by their source, and why. */
const SHELTERED: Readonly<Record<string, string>> = {
  '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"|[{}[\\],:]':
    'shared/domain/inspect-json.ts: only text that JSON.parse took, in which every quote is closed',
  '\\/+$': 'worker/providers/kit/http-client.ts: only the address of the provider, which the operator sets',
};

/** Files that put expressions together, with the test that tries them on hostile text or why none is needed. */
const CONSTRUCTED_IN: Readonly<Record<string, string>> = {
  'api/http/prefer-header.ts': 'test/api/http/prefer-header.test.ts',
  'api/http/well-formed-ids.ts':
    'the patterns that endpoints state for ids: anchored, without repetition inside repetition',
  'api/ops/queue-dashboard-acts.ts': 'anchored, and each part of bounded length',
  'api/verifications/pdf/typeface.ts': 'one class of characters, repeated: each step has one way to match',
  'shared/domain/public-id.ts': 'test/shared/domain/ids.test.ts',
};

/** What is repeated: letters, digits and symbols that expressions look for, alone and in pairs. */
const PUMPS = [
  ...[
    'a',
    'A',
    'x',
    '0',
    '9',
    ' ',
    '\t',
    '\n',
    '-',
    '_',
    '.',
    ',',
    ';',
    ':',
    '/',
    '\\',
    '"',
    "'",
    '(',
    '[',
    '{',
  ],
  ...[
    '=',
    '+',
    '@',
    '<',
    '%',
    '*',
    '\0',
    'é',
    '\u0300',
    '\u2010',
    '\u{1f600}',
    'VK',
    'a.',
    'a@',
    '0 ',
    '0-',
    ' -',
  ],
  ...[
    '\\"',
    '""',
    '"a',
    'a"',
    'a,',
    'a=',
    'a;',
    ' ,',
    '::',
    'f:',
    '1.',
    '../',
    '${',
    '&#',
    '</',
    '0a',
    'Ab1_',
  ],
] as const;
const STARTS = ['', 'a', '"', 'Bearer '];
const END = '\0!';

const TEXTS = PUMPS.map((pump) => pump.repeat(Math.ceil(BYTES / Buffer.byteLength(pump))));

interface Found {
  file: string;
  expression: RegExp;
}

describe('regular expressions on text from outside', function () {
  this.timeout(120_000);

  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
  );
  const found = files.flatMap((file): Found[] =>
    [...withoutComments(readFileSync(file, 'utf8')).matchAll(LITERAL)].map(([, source = '', flags = '']) => ({
      file,
      expression: new RegExp(source, flags),
    })),
  );

  it('are found in the source', () => {
    expect(found.length).to.be.greaterThan(60);
    const known = ['api/auth/find-token.ts', 'api/http/query.ts', 'shared/domain/fold-text.ts'];
    expect(found.map(({ file }) => file)).to.include.members(known);
    for (const source of Object.keys(SHELTERED)) {
      expect(found.map(({ expression }) => expression.source)).to.include(source);
    }
  });

  it('that are put together at run time are known, with what tries them', () => {
    const constructing = files.filter((file) => readFileSync(file, 'utf8').match(CONSTRUCTED) !== null);
    expect(constructing).to.have.members(Object.keys(CONSTRUCTED_IN));
    for (const reason of Object.values(CONSTRUCTED_IN)) {
      if (reason.startsWith('test/')) expect(existsSync(reason), reason).to.equal(true);
    }
  });

  const isSheltered = ({ file, expression }: Found): boolean =>
    SHELTERED[expression.source]?.startsWith(`${file}: `) === true;
  for (const { file, expression } of found.filter((one) => !isSheltered(one))) {
    it(`take less than ${LIMIT_MS} ms for 50 kB of anything: ${expression} of ${file}`, () => {
      for (const text of TEXTS) {
        for (const start of STARTS) {
          const hostile = start + text + END;
          const took = cpuMs(() => hostile.replace(expression, ''));
          expect(took, JSON.stringify(hostile.slice(0, 20))).to.be.below(LIMIT_MS);
        }
      }
    });
  }

  const astray: readonly [expression: RegExp, pump: (typeof PUMPS)[number]][] = [
    [/\d+x/, '0'],
    [/\s+$/, ' '],
  ];
  for (const [expression, pump] of astray) {
    it(`would be found out if they were like ${expression}, which tries again from every place`, () => {
      // Two fifths of the text take a sixth of the time, and too long already.
      const text = pump.repeat(20_000);
      expect(cpuMs(() => `${text}!`.replace(expression, ''))).to.be.greaterThan(LIMIT_MS);
    });
  }
});

function withoutComments(source: string): string {
  return source.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
}

/** Processor time of this process, so that a busy machine does not matter; the better of two attempts. */
function cpuMs(work: () => unknown): number {
  const once = (): number => {
    const before = process.cpuUsage();
    work();
    return process.cpuUsage(before).user / 1_000;
  };
  const first = once();
  return first < LIMIT_MS ? first : Math.min(first, once());
}
