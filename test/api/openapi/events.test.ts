import { expect } from 'chai';
import { TEST_EVENT, WEBHOOK_EVENTS } from '../../../shared/domain/webhook-event.js';
import { contractValidator } from '../../support/http/contract-validator.js';

const { webhooks } = contractValidator.document;

describe('the events in the API description', () => {
  it('are those that clients can be told of, and the test event', () => {
    expect(Object.keys(webhooks)).to.have.members([...WEBHOOK_EVENTS, TEST_EVENT]);
  });

  for (const [type, { post }] of Object.entries(webhooks)) {
    it(`show an example of ${type} that fits, and demand a signature`, () => {
      const media = post.requestBody?.content['application/json'];
      const example = media?.examples?.event?.value;
      expect(contractValidator.faults(media?.schema ?? {}, example)).to.deep.equal([]);
      expect(contractValidator.faults(media?.schema ?? {}, { type })).to.not.deep.equal([]);
      const required = post.parameters.filter((parameter) => parameter.required).map(({ name }) => name);
      expect(required).to.deep.equal(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
    });
  }
});
