import { expect } from 'chai';
import { ClientMessageReader, endsTransaction } from '../../harness/postgres-messages.js';

function message(type: string, ...strings: string[]): Buffer {
  const body = Buffer.from(strings.map((text) => `${text}\0`).join(''));
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const STARTUP = Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0]);
const STREAM = Buffer.concat([
  STARTUP,
  message('Q', 'BEGIN'),
  message('P', 'abc', 'SELECT 1', ''),
  message('B', '', 'abc'),
  message('S'),
  message('B', '', 'abc'),
  message('Q', 'COMMIT'),
]);
const STATEMENTS = ['BEGIN', 'SELECT 1', 'SELECT 1', 'COMMIT'];

describe('the reader of what a client sends to PostgreSQL', () => {
  for (const size of [1, 3, 7, STREAM.length]) {
    it(`names the statements as they are run, and loses no byte, in pieces of ${size}`, () => {
      const reader = new ClientMessageReader();
      const messages = [];
      for (let at = 0; at < STREAM.length; at += size) {
        messages.push(...reader.read(STREAM.subarray(at, at + size)));
      }
      expect(messages.flatMap(({ statement }) => statement ?? [])).to.deep.equal(STATEMENTS);
      expect(Buffer.concat(messages.map(({ bytes }) => bytes)).equals(STREAM)).to.equal(true);
    });
  }

  it('knows the end of a transaction from the end of a statement in it', () => {
    const ready = (status: string) =>
      Buffer.concat([Buffer.from('xyz'), Buffer.from([0x5a, 0, 0, 0, 5]), Buffer.from(status)]);
    expect(['I', 'T', 'E'].map((status) => endsTransaction(ready(status)))).to.deep.equal([
      true,
      false,
      false,
    ]);
  });
});
