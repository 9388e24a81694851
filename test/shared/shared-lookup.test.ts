import type { LookupFunction } from 'node:net';
import { expect } from 'chai';
import { shareLookups } from '../../shared/shared-lookup.js';

type Told = Parameters<LookupFunction>[2];

describe('shareLookups', () => {
  let asked: { hostname: string; told: Told }[];
  let look: LookupFunction;
  beforeEach(() => {
    asked = [];
    look = shareLookups((hostname, _options, told) => {
      asked.push({ hostname, told });
    });
  });

  /** Asks, and collects the answers. */
  function ask(hostname: string, answers: unknown[], family = 0): void {
    look(hostname, { family }, (error, address) => answers.push(error?.code ?? address));
  }

  it('asks once for all who want the same at the same time, and tells each', () => {
    const answers: unknown[] = [];
    for (let callers = 0; callers < 20; callers += 1) ask('provider.example.test', answers);
    expect(asked).to.have.lengthOf(1);
    asked[0]?.told(null, '192.0.2.1', 4);
    expect(answers).to.deep.equal(Array.from({ length: 20 }, () => '192.0.2.1'));
  });

  it('asks anew after an answer, so that a record that changed is followed', () => {
    const answers: unknown[] = [];
    ask('provider.example.test', answers);
    asked[0]?.told(null, '192.0.2.1', 4);
    ask('provider.example.test', answers);
    asked[1]?.told(null, '192.0.2.2', 4);
    expect(answers).to.deep.equal(['192.0.2.1', '192.0.2.2']);
  });

  it('tells all of a failure, and asks anew after it', () => {
    const answers: unknown[] = [];
    ask('provider.example.test', answers);
    ask('provider.example.test', answers);
    asked[0]?.told(Object.assign(new Error('failed'), { code: 'EAI_AGAIN' }), '');
    expect(answers).to.deep.equal(['EAI_AGAIN', 'EAI_AGAIN']);
    ask('provider.example.test', answers);
    expect(asked).to.have.lengthOf(2);
  });

  it('asks for each name, and for each kind of address', () => {
    const answers: unknown[] = [];
    ask('a.example.test', answers);
    ask('b.example.test', answers);
    ask('b.example.test', answers, 4);
    expect(asked.map(({ hostname }) => hostname)).to.deep.equal([
      'a.example.test',
      'b.example.test',
      'b.example.test',
    ]);
  });
});
