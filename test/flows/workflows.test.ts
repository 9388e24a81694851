import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { openApiDocument } from '../../api/openapi/document.js';
import { type Step, toYaml, WORKFLOWS, type Workflow } from '../../scripts/openapi/workflows.js';
import { seedDemo } from '../../scripts/seed-demo.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import type { Answer } from '../support/http/client.js';
import { type Service, startService } from '../support/processes/service.js';

type Values = Record<string, unknown>;

/** What the expressions of a workflow may refer to. */
interface Context {
  inputs: Values;
  steps: Record<string, { outputs: Values }>;
  answer?: Answer;
}

describe('docs/workflows.arazzo.yaml', function () {
  this.timeout(60_000);

  let database: TestDatabase;
  let service: Service;
  before(async () => {
    database = await createTestDatabase();
    await seedDemo({ databaseUrl: database.url, password: 'demo-password-1' });
    service = await startService({ database });
  });
  after(async () => {
    await service.stop();
    await database.drop();
  });

  it('is what scripts/openapi/workflows.ts states', () => {
    const written = readFileSync('docs/workflows.arazzo.yaml', 'utf8');
    expect(written === toYaml(WORKFLOWS), 'run npm run workflows').to.equal(true);
  });

  const GIVEN: Values = { key: randomUUID(), url: 'http://127.0.0.1:9/hook' };
  for (const workflow of WORKFLOWS.workflows) {
    it(`${workflow.workflowId} goes through, step by step`, async () => {
      const context: Context = { inputs: inputsOf(workflow), steps: {} };
      for (const step of workflow.steps) {
        const answer = await send(step, context);
        const now = { ...context, answer };
        for (const { condition } of step.successCriteria) {
          expect(
            holds(condition, now),
            `${step.stepId}: ${condition}: ${JSON.stringify(answer.body)}`,
          ).to.equal(true);
        }
        const outputs = Object.entries(step.outputs ?? {}).map(([name, text]) => [name, evaluate(text, now)]);
        context.steps[step.stepId] = { outputs: Object.fromEntries(outputs) };
      }
      for (const [name, text] of Object.entries(workflow.outputs)) {
        expect(evaluate(text, context), name).to.be.a('string').and.not.equal('');
      }
      await service.expectSound();
    });
  }

  function inputsOf({ inputs }: Workflow): Values {
    return Object.fromEntries(
      inputs.required.map((name) => [name, inputs.properties[name]?.default ?? GIVEN[name]]),
    );
  }

  /** Sends what a step describes to the path that the API description gives for its operation. */
  function send({ operationId, parameters = [], requestBody }: Step, context: Context): Promise<Answer> {
    const [path = '', method = ''] = addressOf(operationId);
    const valued = parameters.map((parameter) => ({
      ...parameter,
      value: String(evaluate(parameter.value, context)),
    }));
    const target = valued
      .filter((parameter) => parameter.in === 'path')
      .reduce((text, { name, value }) => text.replace(`{${name}}`, value), path);
    const headers = valued
      .filter((parameter) => parameter.in === 'header')
      .map(({ name, value }) => [name, value]);
    return service.api.client.send(method.toUpperCase(), target, {
      ...(requestBody !== undefined && { json: fill(requestBody.payload, context) }),
      headers: Object.fromEntries(headers),
    });
  }
});

function addressOf(operationId: string): [path: string, method: string] {
  for (const [path, methods] of Object.entries(openApiDocument().paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId === operationId) return [path, method];
    }
  }
  throw new Error(`the API has no operation ${operationId}`);
}

function fill(payload: object, context: Context): object {
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [
      name,
      typeof value === 'string' ? evaluate(value, context) : value,
    ]),
  );
}

/** An expression of Arazzo, a text with some in braces, or a text. */
function evaluate(text: string, { inputs, steps, answer }: Context): unknown {
  if (text.includes('{$')) {
    return text.replace(/\{(\$[^}]+)\}/g, (_all, inner: string) =>
      String(evaluate(inner, { inputs, steps })),
    );
  }
  const [, input] = /^\$inputs\.(\w+)$/.exec(text) ?? [];
  if (input !== undefined) return inputs[input];
  const [, step, output] = /^\$steps\.(\w+)\.outputs\.(\w+)$/.exec(text) ?? [];
  if (step !== undefined && output !== undefined) return steps[step]?.outputs[output];
  if (text === '$statusCode') return answer?.status;
  const [, pointer] = /^\$response\.body#\/(.+)$/.exec(text) ?? [];
  if (pointer === undefined) return text;
  return pointer.split('/').reduce((value, name) => value?.[name], answer?.body);
}

function holds(condition: string, context: Context): boolean {
  const [left = '', right = ''] = condition.split(' == ');
  return evaluate(left, context) === JSON.parse(right.replaceAll("'", '"'));
}
