import { Writable } from 'node:stream';
import { expect } from 'chai';
import { gatherWrites } from '../../shared/gather-writes.js';

/** A stream like a socket: it records what each of its system calls would send. */
function recordingStream(): { stream: Writable; sent: string[] } {
  const sent: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      sent.push(chunk);
      done();
    },
    writev: (chunks, done) => {
      sent.push(chunks.map(({ chunk }) => chunk as string).join(''));
      done();
    },
  });
  return { stream, sent };
}

describe('gatherWrites', () => {
  it('sends together, and in order, what is written until it is time', () => {
    const { stream, sent } = recordingStream();
    const flushes: (() => void)[] = [];
    gatherWrites(stream, (flush) => flushes.push(flush));
    stream.write('a');
    stream.write('b');
    expect([sent, flushes]).to.deep.equal([[], [flushes[0]]]);
    flushes[0]?.();
    expect(sent).to.deep.equal(['ab']);
    stream.write('c');
    expect(flushes).to.have.length(2);
    flushes[1]?.();
    expect(sent).to.deep.equal(['ab', 'c']);
  });

  it('also of a driver that gathers the parts of each statement itself', () => {
    const { stream, sent } = recordingStream();
    let flush = (): void => undefined;
    gatherWrites(stream, (later) => {
      flush = later;
    });
    for (const part of ['a', 'b']) {
      stream.cork();
      stream.write(part);
      stream.write(part);
      stream.uncork();
    }
    expect(sent).to.deep.equal([]);
    flush();
    expect(sent).to.deep.equal(['aabb']);
  });

  it('loses nothing of a stream that is ended in between', () => {
    const { stream, sent } = recordingStream();
    gatherWrites(stream, () => undefined);
    stream.write('a');
    stream.end('b');
    expect(sent.join('')).to.equal('ab');
  });
});
