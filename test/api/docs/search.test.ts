import { expect } from 'chai';
import type { Page } from '../../../api/docs/page.js';
import { searchOver } from '../../../api/docs/search.js';

const page = (path: string, markdown: string): Page => ({
  path,
  title: path,
  section: 'Guides',
  summary: path,
  markdown,
  inMenu: true,
});
const found = (pages: readonly Page[], query: string) => searchOver(pages)(query).map((hit) => hit.page.path);

describe('the search of the documentation', () => {
  const pages = [
    page('wallets', 'Credits are reserved. Crediting needs an admin; a credit is one.'),
    page('keys', 'A creature of habit rotates its keys, and gives credit where it is due.'),
    page('rates', 'Requests beyond the rate are refused.'),
  ];

  it('finds pages by the beginnings of words, the most frequent first', () => {
    expect(found(pages, 'credi')).to.deep.equal(['wallets', 'keys']);
    expect(found(pages, 'crea')).to.deep.equal(['keys']);
    expect(found(pages, 'beyo req')).to.deep.equal(['rates']);
    expect(found(pages, 'zzz')).to.deep.equal([]);
    expect(found(pages, 'aaa')).to.deep.equal([]);
  });

  it('counts a word itself before words that begin with it', () => {
    expect(found(pages, 'credits')).to.deep.equal(['wallets']);
    expect(found(pages, 'credit')).to.have.members(['wallets', 'keys']);
  });

  it('takes a word of one or two letters for a whole word', () => {
    const some = [page('conflicts', 'About conflicts.'), page('samples/c', 'Code to paste.')];
    expect(found(some, 'C#')).to.deep.equal(['samples/c']);
    expect(found(some, 'co')).to.deep.equal([]);
    expect(found(some, 'con')).to.deep.equal(['conflicts']);
  });

  it('lists what changed behind what is', () => {
    const some = [page('changelog', 'A receipt. Another receipt.'), page('proofs', 'A receipt.')];
    expect(found(some, 'receipt')).to.deep.equal(['proofs', 'changelog']);
  });

  it('does not compare every word of every page, since anybody may search', () => {
    const words = Array.from({ length: 1_000 }, (_, index) => `word${index}`).join(' ');
    const search = searchOver(Array.from({ length: 400 }, (_, index) => page(`p${index}`, words)));
    const before = process.cpuUsage();
    for (let time = 0; time < 20; time += 1) search('zzz');
    expect(process.cpuUsage(before).user / 1_000 / 20).to.be.below(3);
  });
});
