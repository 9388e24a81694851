import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { openApiDocument } from '../../../api/openapi/document.js';
import type { OpenApiMedia, OpenApiOperation, OpenApiResponse } from '../../../api/openapi/operation.js';
import type { OpenApiDocument } from '../../../api/openapi/write-document.js';
import { contractValidator } from '../../support/http/contract-validator.js';

const document: OpenApiDocument = openApiDocument();

interface Described {
  name: string;
  path: string;
  operation: OpenApiOperation;
}

const described: Described[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    operation,
  })),
);

describe('the OpenAPI document', () => {
  it('is JSON that says the same when it is read back', () => {
    expect(JSON.parse(JSON.stringify(document))).to.deep.equal(document);
  });

  it('names a server to which a path can be appended, however PUBLIC_URL is written', () => {
    const serverAt = (publicUrl?: string) => openApiDocument({ publicUrl }).servers[0]?.url;
    expect(serverAt('https://checks.example.test/')).to.equal('https://checks.example.test');
    expect(serverAt('https://checks.example.test')).to.equal('https://checks.example.test');
    expect(serverAt()).to.equal('/');
  });

  it('has every schema that it refers to', () => {
    for (const reference of referencesIn(document)) {
      expect(resolve(reference), reference).to.not.equal(undefined);
    }
  });

  it('refers to every schema, answer and header that it names, but the 405 that belongs to no operation', () => {
    const used = new Set(referencesIn(document));
    const unused = (['schemas', 'responses', 'headers'] as const).flatMap((kind) =>
      Object.keys(document.components[kind])
        .map((name) => `#/components/${kind}/${name}`)
        .filter((reference) => !used.has(reference)),
    );
    expect(unused).to.deep.equal(['#/components/responses/MethodNotAllowed']);
  });

  it('gives every operation an id of its own', () => {
    const ids = described.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).to.equal(ids.length);
    for (const id of ids) expect(id).to.match(/^[a-z][A-Za-z]+$/);
  });

  it('is made of valid schemas only, none of which lets anything pass by mistake', () => {
    const ajv = new Ajv2020({ strict: true, validateSchema: true, strictTypes: false });
    ajv.addKeyword('discriminator');
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      expect(ajv.validateSchema(JSON.parse(JSON.stringify(schema))), name).to.equal(true);
      expectNoEmptyProperty(schema, name);
    }
  });

  for (const { name, path, operation } of described) {
    describe(name, () => {
      it('declares exactly the parameters of its path, and none twice', () => {
        const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
        const declared = operation.parameters.filter(({ in: place }) => place === 'path');
        expect(declared.map((parameter) => parameter.name)).to.have.members(inPath);
        const keys = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
        expect(new Set(keys).size).to.equal(keys.length);
      });

      it('has a summary, a success, and 401 unless it is open', () => {
        expect(operation.summary).to.match(/^[A-Z].*[^.]$/);
        const statuses = Object.keys(operation.responses);
        expect(statuses.some((status) => status.startsWith('2'))).to.equal(true);
        expect(statuses.includes('401')).to.equal(
          operation.security.length > 0 || /^logIn/.test(operation.operationId),
        );
        expect(statuses).to.include.members(['422', '500']);
      });

      it('shows examples that fit its own schemas, of every body', () => {
        for (const [place, media] of mediaOf(operation)) {
          for (const [type, { schema, examples = {} }] of Object.entries(media)) {
            if (schema === undefined || type !== 'application/json') continue;
            for (const [example, { value }] of Object.entries(examples)) {
              expect(contractValidator.faults(schema, value), `${place} ${example}`).to.deep.equal([]);
            }
          }
        }
      });
    });
  }

  it('shows an example of every JSON body but its own', () => {
    const bare = described.flatMap(({ name, operation }) =>
      mediaOf(operation).flatMap(([place, media]) =>
        Object.keys(media['application/json']?.examples ?? {}).length === 0 && 'application/json' in media
          ? [`${name} ${place}`]
          : [],
      ),
    );
    expect(bare).to.deep.equal(['GET /api/v1/openapi.json 200']);
  });

  it('shows no personal data: every identity number in it is one that nobody holds', () => {
    const numbers = JSON.stringify(document).match(/(?<!\d)\d{13}(?!\d)/g) ?? [];
    expect(numbers.length).to.be.greaterThan(0);
    for (const number of numbers) expect(number).to.match(/^000101000\d07\d$/);
  });
});

/** Bodies by where they stand; answers by name are looked up. */
function mediaOf(
  operation: OpenApiOperation,
): [place: string, media: Readonly<Record<string, OpenApiMedia>>][] {
  const bodies =
    operation.requestBody === undefined ? [] : [['request', operation.requestBody.content] as const];
  const answers = Object.entries(operation.responses).map(([status, response]) => {
    const { content = {} } = '$ref' in response ? (resolve(response.$ref) as OpenApiResponse) : response;
    return [status, content] as const;
  });
  return [...bodies, ...answers].map(([place, media]) => [place, media]);
}

function resolve(reference: string): unknown {
  return reference
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document);
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { $ref, mapping } = value as { $ref?: unknown; mapping?: Record<string, string> };
  return [
    ...(typeof $ref === 'string' ? [$ref] : []),
    ...Object.values(mapping ?? {}),
    ...Object.values(value).flatMap(referencesIn),
  ];
}

function expectNoEmptyProperty(value: unknown, place: string): void {
  if (typeof value !== 'object' || value === null) return;
  const { properties } = value as { properties?: Record<string, object> };
  for (const [name, schema] of Object.entries(properties ?? {})) {
    expect(Object.keys(schema), `${place}.${name}`).to.not.be.empty;
  }
  // The members go by their own names, one of which may be `properties`.
  const { properties: _members, ...keywords } = value as { properties?: object };
  for (const [name, inner] of Object.entries({ ...keywords, ...properties })) {
    expectNoEmptyProperty(inner, `${place}.${name}`);
  }
}
