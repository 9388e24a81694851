import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const FILE =
  /\b(?:test|scripts|tools|api|worker|shared|sandbox|portal|migrations)\/[\w./-]*\.(?:ts|tsx|mjs|js)\b/g;
const TESTS = 53;

describe('the documents on security', () => {
  for (const document of ['docs/security.md', 'docs/threat-model.md']) {
    it(`${document} name no file that is not there`, () => {
      const named = [...new Set(readFileSync(document, 'utf8').match(FILE))];
      expect(named.length).to.be.greaterThan(20);
      expect(named.filter((file) => !existsSync(file))).to.deep.equal([]);
    });
  }

  it('say of every test of the list where it is, or why there is none', () => {
    const rows = [...readFileSync('docs/security.md', 'utf8').matchAll(/^\| S(\d+) \| (.+) \| (.+) \|$/gm)];
    expect(rows.map(([, number]) => Number(number))).to.deep.equal(
      Array.from({ length: TESTS }, (_, index) => index + 1),
    );
    for (const [, number, , where = ''] of rows) {
      expect(where, `S${number}`).to.match(/\.(?:ts|mjs)\b|^not applicable: /);
    }
  });
});
