import { expect } from 'chai';
import fc from 'fast-check';
import { firstIdAt, fromPublicId, isStoredId, newId, toPublicId } from '../../../shared/domain/ids.js';
import { ID_PREFIXES, type IdKind } from '../../../shared/domain/public-id.js';
import { atClock } from '../../support/time/wrong-clock.js';

const KINDS = Object.keys(ID_PREFIXES) as IdKind[];
// The example of the TypeID specification, version 0.3.
const UUID = '01890a5d-ac96-774b-bcce-b302099a8057';
const PUBLIC = 'ver_01h455vb4pex5vsknk084sn02q';

describe('ids', () => {
  it('are UUIDs of version 7', () => {
    expect(newId()).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('are new each time', () => {
    expect(new Set(Array.from({ length: 1_000 }, newId)).size).to.equal(1_000);
  });

  it('are of the present again once a clock that was ahead is set right', async () => {
    const dayMs = 86_400_000;
    const ahead = await atClock(dayMs, async () => newId());
    expect(ahead > firstIdAt(Date.now() + dayMs / 2), ahead).to.equal(true);
    const ids = Array.from({ length: 1_000 }, newId);
    expect(ids.filter((id) => id > firstIdAt(Date.now() + 60_000))).to.deep.equal([]);
    expect(new Set(ids).size).to.equal(1_000);
  });

  it('grow although the clock goes back by a moment', async () => {
    const before = await atClock(5_000, async () => newId());
    const after = newId();
    expect(after > before, `${after} after ${before}`).to.equal(true);
  });

  it('are written as the TypeID specification writes its example', () => {
    expect(toPublicId('verification', UUID)).to.equal(PUBLIC);
    expect(fromPublicId('verification', PUBLIC)).to.equal(UUID);
  });

  it('come back from their public form, whatever the UUID and the kind', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom(...KINDS), (uuid, kind) => {
        expect(fromPublicId(kind, toPublicId(kind, uuid))).to.equal(uuid);
      }),
    );
  });

  it('have a prefix of their own for each kind', () => {
    expect(new Set(Object.values(ID_PREFIXES)).size).to.equal(KINDS.length);
    for (const kind of KINDS.filter((kind) => kind !== 'verification')) {
      expect(fromPublicId(kind, PUBLIC), kind).to.equal(undefined);
    }
  });

  const malformed: [title: string, text: string][] = [
    ['nothing', ''],
    ['a bare UUID', UUID],
    ['a prefix alone', 'ver_'],
    ['upper case', PUBLIC.toUpperCase()],
    ['an upper-case suffix', `ver_${PUBLIC.slice(4).toUpperCase()}`],
    ['a character too few', PUBLIC.slice(0, -1)],
    ['a character too many', `${PUBLIC}0`],
    ['a line feed at the end', `${PUBLIC}\n`],
    ['white space in front', ` ${PUBLIC}`],
    ['more than 128 bits', `ver_8${PUBLIC.slice(5)}`],
    ['a letter outside the alphabet', PUBLIC.replace('p', 'u')],
    ['a NUL', PUBLIC.replace('p', '\u0000')],
    ['a path', 'ver_../../etc/passwd'],
  ];
  for (const [title, text] of malformed) {
    it(`are not read from ${title}`, () => {
      expect(fromPublicId('verification', text)).to.equal(undefined);
    });
  }

  it('are read from any characters that fit, even if the bits are no UUID of any version', () => {
    const digits = [...'0123456789abcdefghjkmnpqrstvwxyz'];
    const suffix = fc.tuple(
      fc.constantFrom(...digits.slice(0, 8)),
      fc.string({ unit: fc.constantFrom(...digits), minLength: 25, maxLength: 25 }),
    );
    fc.assert(
      fc.property(suffix, ([first, rest]) => {
        const text = `ver_${first}${rest}`;
        const uuid = fromPublicId('verification', text);
        expect(isStoredId(uuid)).to.equal(true);
        expect(toPublicId('verification', String(uuid))).to.equal(text);
      }),
    );
  });

  it('are told from whatever else a job may hold in their place', () => {
    expect(isStoredId(newId())).to.equal(true);
    for (const other of [
      PUBLIC,
      UUID.toUpperCase(),
      `${UUID}0`,
      ` ${UUID}`,
      `${UUID}\n`,
      '',
      7,
      null,
      undefined,
    ]) {
      expect(isStoredId(other), String(other)).to.equal(false);
    }
  });

  it('are either read exactly or not at all, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        for (const candidate of [text, `ver_${text}`]) {
          const uuid = fromPublicId('verification', candidate);
          if (uuid !== undefined) expect(toPublicId('verification', uuid)).to.equal(candidate);
        }
      }),
    );
  });
});
