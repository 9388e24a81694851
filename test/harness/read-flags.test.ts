import { expect } from 'chai';
import { amount, on, oneOf, parseFlags, someOf, text, texts, whole } from '../../harness/read-flags.js';

const FLAGS = {
  kind: oneOf('what fails', ['async', 'sync'], 'async'),
  runs: whole('failures', 10),
  minutes: amount('at most', 1.5),
  seed: text('of everything random', '1'),
  before: text('a commit', undefined),
  only: someOf('parts', ['read', 'write']),
  note: texts('in the report'),
  quick: on('once'),
};

const read = (...words: string[]) => parseFlags(FLAGS, words);

describe('the flags of a tool', () => {
  it('have their defaults', () => {
    expect(read()).to.deep.equal({
      values: {
        kind: 'async',
        runs: 10,
        minutes: 1.5,
        seed: '1',
        before: undefined,
        only: ['read', 'write'],
        note: [],
        quick: false,
      },
    });
  });

  it('are read in both forms, and more than once where they may be', () => {
    const words = ['--kind=sync', '--runs', '3', '--minutes', '0.5', '--only', 'read', '--quick'];
    expect(read(...words, '--before', 'abc', '--note', 'a', '--note', 'b')).to.deep.equal({
      values: {
        kind: 'sync',
        runs: 3,
        minutes: 0.5,
        seed: '1',
        before: 'abc',
        only: ['read'],
        note: ['a', 'b'],
        quick: true,
      },
    });
    expect(read('--only', 'read,write')).to.deep.equal(read('--only', 'read', '--only', 'write'));
  });

  it('are all judged at once', () => {
    expect(read('--runs', 'ten', '--kind', 'best', '--minutes', '0')).to.deep.equal({
      faults: [
        '--kind must be one of async, sync, not "best".',
        '--runs must be a whole number from 1 to 1000000, not "ten".',
        '--minutes must be a number above 0 and at most 1000000, not "0".',
      ],
    });
  });

  for (const [name, words, fault] of [
    ['unknown', ['--run', '3'], /Unknown option '--run'/],
    ['a word', ['async'], /Unexpected argument 'async'/],
    ['without its value', ['--runs'], /'--runs/],
    ['beyond its limit', ['--runs', '1000001'], /a whole number from 1 to/],
    ['zero', ['--runs', '0'], /a whole number from 1 to/],
    ['negative', ['--runs=-1'], /a whole number from 1 to/],
    ['a fraction', ['--runs', '1.5'], /a whole number from 1 to/],
    ['empty', ['--seed', ''], /a text that is not empty/],
    ['partly unknown', ['--only', 'read,sleep'], /must be of read, write, not "read,sleep"/],
  ] as const) {
    it(`are refused when one is ${name}`, () => {
      const parsed = read(...words);
      expect('faults' in parsed && parsed.faults.join()).to.match(fault);
    });
  }
});
