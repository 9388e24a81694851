import { expect } from 'chai';
import { openApiDocument } from '../../../api/openapi/document.js';

describe('the headers of errors in the description', () => {
  const { paths, components } = openApiDocument();

  function headersOf(method: 'get' | 'post', path: string, status: number): string[] {
    const answer = paths[path]?.[method]?.responses[status] ?? { $ref: '' };
    const found = '$ref' in answer ? components.responses[answer.$ref.split('/').at(-1) ?? ''] : answer;
    return Object.keys(found?.headers ?? {});
  }

  const counted = { '': [401, 402, 403, 409, 422, 429, 503], '/preflight': [429, 503] };
  for (const [path, statuses] of Object.entries(counted)) {
    for (const status of statuses) {
      it(`have the quota where the request was counted: ${status} of a submission${path}`, () => {
        const headers = headersOf('post', `/api/v1/verifications${path}`, status);
        expect(headers).to.include.members(['RateLimit', 'RateLimit-Policy']);
      });
    }
  }

  it('are those of each error that shares a status', () => {
    const headers = headersOf('post', '/api/v1/api-keys', 401);
    expect(headers).to.include.members(['X-Correlation-Id', 'WWW-Authenticate']);
  });

  it('say that a filter is deprecated', () => {
    expect(headersOf('get', '/api/v1/verifications', 422)).to.include('Deprecation');
  });
});
