import { expect } from 'chai';
import { openApiDocument } from '../../../api/openapi/document.js';

describe('the headers of errors in the description', () => {
  const { paths, components } = openApiDocument();

  function headersOf(method: 'get' | 'post', path: string, status: number): string[] {
    const answer = paths[path]?.[method]?.responses[status] ?? { $ref: '' };
    const found = '$ref' in answer ? components.responses[answer.$ref.split('/').at(-1) ?? ''] : answer;
    return Object.keys(found?.headers ?? {});
  }

  for (const status of [402, 409, 422, 429]) {
    it(`of a submission have the quota, because it was counted: ${status}`, () => {
      const headers = headersOf('post', '/api/v1/verifications', status);
      expect(headers).to.include.members(['RateLimit', 'RateLimit-Policy']);
    });
  }

  it('are those of each error that shares a status', () => {
    const headers = headersOf('post', '/api/v1/api-keys', 401);
    expect(headers).to.include.members(['X-Correlation-Id', 'WWW-Authenticate']);
  });

  it('say that a filter is deprecated', () => {
    expect(headersOf('get', '/api/v1/verifications', 422)).to.include('Deprecation');
  });
});
