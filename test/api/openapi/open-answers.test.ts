import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { closedDocument, openApiDocument } from '../../../api/openapi/document.js';
import type { JsonSchema } from '../../../api/openapi/json-schema.js';
import { openSchema, sentNames } from '../../../api/openapi/open-answers.js';
import { namesIn } from '../../../api/openapi/schema-names.js';
import { COMPLETED, IN_REVIEW, PENDING } from '../../../api/verifications/openapi/examples.js';

describe('answers in the published description', () => {
  const closed = closedDocument();
  const published = openApiDocument();
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    validateFormats: false,
    keywords: ['discriminator'],
  });

  it('share no schema with what callers send', () => {
    const answers = Object.values(closed.paths).flatMap((methods) =>
      Object.values(methods).map(({ responses }) => responses),
    );
    const answered = namesIn(
      [answers, closed.webhooks, closed.components.responses],
      closed.components.schemas,
    );
    expect([...sentNames(closed)].filter((name) => answered.has(name))).to.deep.equal([]);
  });

  it('let new members and new words pass, and are closed while we test them', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        outcome: { type: ['string', 'null'], enum: ['positive', null], description: 'What was found.' },
      },
      required: ['outcome'],
      additionalProperties: false,
    };
    const later = { outcome: 'doubtful', colour: 'red' };
    expect(ajv.validate(schema, later)).to.equal(false);
    expect(ajv.validate(openSchema(schema), later)).to.equal(true);
    expect(ajv.validate(openSchema(schema), { outcome: null })).to.equal(true);
    expect(ajv.validate(openSchema(schema), { outcome: 1 })).to.equal(false);
    expect(openSchema(schema).properties?.outcome?.description).to.equal('What was found.');
  });

  it('leave requests as closed as they are judged', () => {
    const { SaidVerificationRequest } = published.components.schemas;
    expect(SaidVerificationRequest?.additionalProperties).to.equal(false);
    expect(JSON.stringify(published.components.schemas.Wallet)).to.not.include('additionalProperties');
  });

  it('nowhere say that anything may stand where facts do', () => {
    const { schemas } = published.components;
    for (const name of namesIn([{ $ref: '#/components/schemas/Report' }], schemas)) {
      expect(JSON.stringify(schemas[name]), name).to.not.include('"additionalProperties":true');
    }
  });
});

describe('the status of a verification', () => {
  const { Verification } = closedDocument().components.schemas;

  it('says what else there is: a result, or a message and what to do', () => {
    expect(Object.keys(Verification?.discriminator?.mapping ?? {})).to.have.members([
      PENDING.status,
      COMPLETED.status,
      IN_REVIEW.status,
    ]);
    const { schemas } = closedDocument().components;
    expect(schemas.CompletedVerification?.required).to.include.members(['completed_at', 'result']);
    expect(schemas.VerificationInReview?.required).to.include.members(['message', 'next_action']);
    for (const name of ['message', 'next_action']) {
      expect(schemas.CompletedVerification?.properties, name).to.not.have.property(name);
      expect(schemas.PendingVerification?.properties, name).to.not.have.property(name);
    }
    expect(schemas.VerificationInReview?.properties).to.not.have.property('result');
  });
});
