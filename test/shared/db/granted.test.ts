import { expect } from 'chai';
import { Granted, privilegesOn } from '../../../shared/db/entities/granted.js';

@Granted('INSERT', 'DELETE')
class Stated {}

class Unstated {}

class Inheriting extends Stated {}

describe('What an entity states about its privileges', () => {
  it('is returned as stated', () => {
    expect(privilegesOn(Stated)).to.deep.equal(['INSERT', 'DELETE']);
  });

  it('cannot be forgotten', () => {
    expect(() => privilegesOn(Unstated)).to.throw('Unstated does not state who may write it');
  });

  it('is not inherited', () => {
    expect(() => privilegesOn(Inheriting)).to.throw('Inheriting does not state');
  });
});
