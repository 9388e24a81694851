import { execFileSync, spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { openApiDocument } from '../../../api/openapi/document.js';

/** What a dialect lacks or reads in its own way: RE2 has no look-around, Python's `\d` takes digits of any script. */
const NOT_EVERYWHERE = /\\[pPdDwWsSbBuk1-9]|\(\?(?!:)/;

// What distinguishes regex dialects: digits, spaces, hyphens and letters beyond ASCII, besides what the patterns are
// for.
const TEXTS = [
  '',
  'a',
  'A1',
  '٣٣٣٣٣٣٣٣٣٣٣٣٣',
  '000101\u00a00001\u2011079',
  '0001010000071',
  '+27 (71) 000-0001',
  'TST\u2009001\u30fbGP',
  'pta syn 000000001',
  '2000/000001/07',
  'Test Subject One',
  '李 小龍',
  'ß9',
  '٣٣',
  '!',
  '\u{1d400}\u{1d401}',
  '2026-09-01T08:00:00.123Z',
  'ver_01h2xcejqtf2nbrexx3vqjhp41',
  'whsec_QUJD',
  'ſ',
  'K',
];

const IN_PYTHON = `
import json, re, sys, warnings
warnings.simplefilter('error')
patterns, texts = json.load(sys.stdin)
json.dump([[re.search(p, t) is not None for t in texts] for p in patterns], sys.stdout)
`;

describe('the patterns of the API description', () => {
  const found = new Map<string, string[]>();
  collect(openApiDocument());
  const patterns = [...found.keys()];
  const texts = [...new Set([...TEXTS, ...[...found.values()].flat()])];

  function collect(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    const { pattern, examples } = value as { pattern?: unknown; examples?: unknown };
    if (typeof pattern === 'string') {
      const given = Array.isArray(examples) ? examples.filter((one) => typeof one === 'string') : [];
      found.set(pattern, [...(found.get(pattern) ?? []), ...given]);
    }
    for (const inner of Object.values(value)) collect(inner);
  }

  it('use nothing that a dialect lacks or reads in its own way', () => {
    expect(patterns.length).to.be.greaterThan(15);
    expect(patterns.filter((pattern) => NOT_EVERYWHERE.test(pattern))).to.deep.equal([]);
  });

  it('compile in ECMAScript with and without flags, and fit their examples', () => {
    for (const [pattern, examples] of found) {
      for (const flags of ['', 'u']) {
        const compiled = new RegExp(pattern, flags);
        for (const example of examples) expect(example, `${pattern} ${flags}`).to.match(compiled);
      }
    }
  });

  it('mean the same with and without the flag u', () => {
    for (const pattern of patterns) {
      const [plain, unicode] = ['', 'u'].map((flags) =>
        texts.map((text) => new RegExp(pattern, flags).test(text)),
      );
      expect(plain, pattern).to.deep.equal(unicode);
    }
  });

  it('mean the same in Python', function () {
    if (spawnSync('python3', ['--version']).status !== 0) this.skip();
    const input = JSON.stringify([patterns, texts]);
    const judged = JSON.parse(execFileSync('python3', ['-c', IN_PYTHON], { input, encoding: 'utf8' }));
    for (const [index, pattern] of patterns.entries()) {
      expect(judged[index], pattern).to.deep.equal(texts.map((text) => new RegExp(pattern).test(text)));
    }
  });
});
