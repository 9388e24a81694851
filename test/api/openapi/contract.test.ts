import { expect } from 'chai';
import { COMPLETED } from '../../../api/verifications/openapi/examples.js';
import type { Answer } from '../../support/http/client.js';
import { expectDescribedAnswer } from '../../support/http/contract.js';

const PATH = '/api/v1/verifications';

/** An answer of the API with one part of it replaced. */
function answer(
  change: Partial<Omit<Answer, 'headers'>> & { headers?: Record<string, string> } = {},
): Answer {
  const headers = new Headers({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-correlation-id': 'test',
    ...change.headers,
  });
  return { status: 201, body: COMPLETED, ...change, headers };
}

describe('the check of answers against the description', () => {
  it('lets an answer pass that is as described', () => {
    expect(() => expectDescribedAnswer('POST', PATH, answer())).to.not.throw();
  });

  const wrong: [name: string, method: string, path: string, answer: Answer][] = [
    ['a status that is not described', 'POST', PATH, answer({ status: 418 })],
    ['a member too many', 'POST', PATH, answer({ body: { ...COMPLETED, subject_id: 1 } })],
    ['a member too few', 'POST', PATH, answer({ body: { ...COMPLETED, status: undefined } })],
    ['an unmasked type', 'POST', PATH, answer({ body: { ...COMPLETED, credits_charged: '5' } })],
    ['a moment in another form', 'POST', PATH, answer({ body: { ...COMPLETED, created_at: '1 May' } })],
    ['an id of another kind', 'POST', PATH, answer({ body: { ...COMPLETED, request_id: 'usr_1' } })],
    ['another media type', 'POST', PATH, answer({ headers: { 'content-type': 'text/html' } })],
    ['the body of another error', 'GET', PATH, answer({ status: 401, body: { status: 'not_found' } })],
    ['a method that is not described', 'DELETE', PATH, answer()],
    ['a body where there is none', 'POST', '/api/v1/logout', answer({ status: 204 })],
  ];
  for (const [name, method, path, given] of wrong) {
    it(`refuses ${name}`, () => {
      expect(() => expectDescribedAnswer(method, path, given)).to.throw('against its description');
    });
  }

  it('refuses an answer without a correlation id', () => {
    const given = answer();
    given.headers.delete('x-correlation-id');
    expect(() => expectDescribedAnswer('POST', PATH, given)).to.throw('x-correlation-id');
  });

  it('does not judge what is no path of the API', () => {
    expect(() => expectDescribedAnswer('GET', '/else', answer({ status: 418 }))).to.not.throw();
  });
});
