import { json, type PathDescription } from '../openapi/describe.js';
import { bodySchema } from '../openapi/dto-schema.js';
import { named } from '../openapi/schemas.js';
import { MailChoicesBody } from './mail-choices.js';

const CHOICES = { low_balance: true, limit_reached: true, webhook_disabled: false, review_decided: true };

/** Describes which mails a person wants. */
export const MAIL_PATHS: Readonly<Record<string, PathDescription>> = {
  '/api/v1/me/mails': {
    operations: {
      get: {
        operationId: 'getMailChoices',
        summary: 'Say which mails I want',
        description: 'Of those that one may do without, as far as the role is told of it.',
        access: { act: 'manage_own_account' },
        responses: {
          200: {
            description: 'True for wanted.',
            content: json(named('MailChoices'), { choices: CHOICES }),
          },
        },
      },
      patch: {
        operationId: 'chooseMails',
        summary: 'Choose which mails I want',
        access: { act: 'manage_own_account' },
        body: { schema: bodySchema(MailChoicesBody), examples: { off: { low_balance: false } } },
        responses: {
          200: { description: 'As it is now.', content: json(named('MailChoices'), { choices: CHOICES }) },
        },
      },
    },
  },
};
