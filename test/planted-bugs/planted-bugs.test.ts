import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { PLANTED_BUGS } from './bugs/index.js';
import { applyEdits, filesOf, type PlantedBug } from './planted-bug.js';
import { withBug } from './tree-copy.js';

describe('planted bugs', () => {
  for (const bug of PLANTED_BUGS) {
    it(`still apply to the code: ${bug.name}`, () => {
      for (const file of filesOf(bug)) expect(withBug(bug, file)).to.be.a('string');
      for (const spec of bug.specs) expect(existsSync(spec), `${spec} is there`).to.equal(true);
      expect(bug.specs).not.to.be.empty;
    });
  }

  it('have each a name of their own', () => {
    const names = PLANTED_BUGS.map(({ name }) => name);
    expect(new Set(names).size).to.equal(names.length);
  });

  const bug: PlantedBug = {
    name: 'example',
    breaks: 'Nothing.',
    edits: [{ file: 'a.ts', find: 'x = 1', replace: 'x = $& 2' }],
    specs: [],
  };

  it('change their text and nothing else', () => {
    expect(applyEdits(bug, 'a.ts', 'let x = 1;')).to.equal('let x = $& 2;');
    expect(applyEdits(bug, 'b.ts', 'let y;')).to.equal('let y;');
  });

  for (const [what, text] of [
    ['gone', 'let x = 2;'],
    ['there twice', 'x = 1; x = 1;'],
  ] as const) {
    it(`are refused when their text is ${what}`, () => {
      expect(() => applyEdits(bug, 'a.ts', text)).to.throw('"example" no longer applies');
    });
  }

  it('are refused when they change nothing', () => {
    const idle = { ...bug, edits: [{ file: 'a.ts', find: 'x', replace: 'x' }] };
    expect(() => applyEdits(idle, 'a.ts', 'x')).to.throw('no longer applies');
  });
});
