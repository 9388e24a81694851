import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { openApiDocument } from '../../../api/openapi/document.js';
import { type Collection, type CollectionItem, collectionOf } from '../../../scripts/openapi/collection.js';
import { startApi, type TestApi } from '../../support/app.js';
import type { Answer } from '../../support/client.js';

describe('the collection of requests in docs/collection.json', () => {
  const text = readFileSync('docs/collection.json', 'utf8');
  const collection = JSON.parse(text) as Collection;
  const document = openApiDocument(undefined);
  const items = collection.item.flatMap(({ item }) => item);

  let api: TestApi;
  let variables: Record<string, string>;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());
  beforeEach(() => {
    variables = { base_url: api.url, $guid: randomUUID() };
  });

  const fill = (template: string) =>
    template.replace(/\{\{([^}]+)\}\}/g, (_all, name) => variables[name] ?? '');
  const find = (method: string, path: string): CollectionItem => {
    const item = items.find(({ request }) => request.method === method && request.url.raw.endsWith(path));
    if (item === undefined) throw new Error(`There is no ${method} ${path}`);
    return item;
  };

  /** Sends a request as programs do that import the collection: what is not disabled, with all variables filled in. */
  function send({ request }: CollectionItem, ids: Record<string, string> = {}): Promise<Answer> {
    const { method, header, url, body, auth } = request;
    const path = url.path.map((step) => (step.startsWith(':') ? (ids[step.slice(1)] ?? '') : step)).join('/');
    const client = auth?.type === 'noauth' ? api.client : api.client.withToken(fill('{{token}}'));
    const headers = Object.fromEntries(
      header
        .filter(({ disabled }) => disabled !== true)
        .map(({ key, value }) => [key.toLowerCase(), fill(value)]),
    );
    return client.send(method, `/${path}`, { headers, ...(body !== undefined && { body: fill(body.raw) }) });
  }

  it('is what the API description gives now', () => {
    expect(
      text === `${JSON.stringify(collectionOf(document), null, 2)}\n`,
      'run npm run collection',
    ).to.equal(true);
  });

  it('has every operation once', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const requests = items.map(({ request: { method, url } }) => {
      const path = url.path.map((step) => step.replace(/^:(\w+)$/, '{$1}')).join('/');
      return `${method} /${path}`;
    });
    expect(requests).to.have.members(operations);
  });

  it('names every variable that it uses, and gives each step of a path a value', () => {
    const used = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
    expect(collection.variable.map(({ key }) => key)).to.include.members([...used]);
    for (const { request, name } of items) {
      const steps = request.url.path.filter((step) => step.startsWith(':')).map((step) => step.slice(1));
      expect(
        request.url.variable.map(({ key }) => key),
        name,
      ).to.deep.equal(steps);
      for (const { value } of request.url.variable) expect(value, name).to.match(/^[a-z]{3}_[0-9a-z]{26}$/);
    }
  });

  it('can be sent: sign in, submit, and read report, wallet and events', async () => {
    const user = await api.createClientUser();
    const login = find('POST', '/api/v1/login');
    const body = JSON.parse(login.request.body?.raw ?? '') as { email: string; password: string };
    const { email, password } = user;
    const filled = { ...body, email, password };
    const signedIn = await send({
      ...login,
      request: {
        ...login.request,
        body: { mode: 'raw', raw: JSON.stringify(filled), options: { raw: { language: 'json' } } },
      },
    });
    expect(signedIn.status).to.equal(200);
    expect(JSON.stringify(login.event)).to.include('access_token');
    variables.token = signedIn.body.access_token;

    const submission = find('POST', '/api/v1/verifications');
    const made = await send(submission);
    expect(made.status, JSON.stringify(made.body)).to.equal(202);
    expect((await send(submission)).body.request_id, 'the same key').to.equal(made.body.request_id);
    variables.$guid = randomUUID();
    expect((await send(submission)).body.request_id).to.not.equal(made.body.request_id);
    const report = await send(find('GET', '/api/v1/verifications/:id'), { id: made.body.request_id });
    expect(report.body).to.include({ request_id: made.body.request_id, status: 'pending' });
    for (const path of ['/api/v1/wallet', '/api/v1/events', '/api/v1/verifications']) {
      expect((await send(find('GET', path))).status, path).to.equal(200);
    }
  });
});
