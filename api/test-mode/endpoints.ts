import { TEST_CREDITS } from '../../shared/domain/mode.js';
import type { SignedIn } from '../auth/schemas.js';
import { feature } from '../http/endpoint.js';
import { json } from '../openapi/describe.js';
import { bodySchema } from '../openapi/dto-schema.js';
import { exampleId, id, named } from '../openapi/schemas.js';
import { TestReviewBody } from '../reviews/requests.js';
import { EXAMPLE_WALLET } from '../wallet/schemas.js';
import { changeMode, ModeBody } from './change-mode.js';
import { decideTestReview } from './decide-review.js';
import { fillTestWallet, TestCreditsBody } from './fill-wallet.js';

const FRESH: SignedIn = {
  access_token: '<ACCESS_TOKEN>',
  token_type: 'Bearer',
  expires_in: 3412,
  scope: 'client',
  mode: 'test',
};

/** The operations that only test mode has, and the switch to it (contract 12). */
export const testModeFeature = feature({
  tag: {
    name: 'Test mode',
    description:
      'Every client has a separate test side with its own keys (`vk_test_…`), wallet, history, webhooks and events. Checks take the whole path, but are answered by a built-in simulator: no source is asked, and nothing is paid. Only the documented test subjects are accepted, and every object contains `"mode": "test"`.',
  },
  schemas: {},
  endpoints: [
    {
      method: 'post',
      path: '/api/v1/me/mode',
      operationId: 'changeMode',
      summary: 'Switch between live and test mode',
      description:
        'Returns a new token, or sets a new cookie, for the other side of the client. It is the same session: it ends when the old token would have ended, and signing out ends both.',
      access: { act: 'switch_mode' },
      body: { schema: bodySchema(ModeBody, {}), examples: { test: { mode: 'test' } } },
      responses: {
        200: {
          description: 'Switched.',
          headers: ['Set-Cookie'],
          content: json(named('SignedIn'), { token: FRESH }),
        },
      },
      handle: changeMode,
    },
    {
      method: 'post',
      path: '/api/v1/wallet/test-credits',
      operationId: 'addTestCredits',
      summary: 'Fill the test wallet',
      description: `Only in test mode; adds ${TEST_CREDITS} credits unless \`amount\` is given. For a live wallet it is a 409.`,
      access: { act: 'use_test_mode' },
      body: {
        schema: bodySchema(TestCreditsBody, { amount: { description: 'Credits to add.' } }),
        examples: { some: { amount: 500 } },
        required: false,
      },
      responses: {
        200: {
          description: 'The current state of the wallet.',
          content: json(named('Wallet'), { wallet: { ...EXAMPLE_WALLET, mode: 'test' } }),
        },
      },
      errors: ['conflict'],
      handle: fillTestWallet,
    },
    {
      method: 'post',
      path: '/api/v1/test/reviews/:id',
      inPath: {
        id: { description: 'The `request_id` of a test-mode verification.', schema: id('verification') },
      },
      operationId: 'decideTestReview',
      summary: 'Decide a test-mode review',
      description:
        'Decides a test-mode verification that is under review, as support would:\n\n- `complete` charges the credits, and needs `outcome`\n- `release` releases the credits\n- `requeue` asks the simulator again',
      access: { act: 'use_test_mode' },
      body: {
        schema: bodySchema(TestReviewBody, {
          label: { description: 'The result in words, as shown on the report.' },
        }),
        examples: { complete: { decision: 'complete', outcome: 'positive' } },
      },
      responses: {
        200: {
          description: 'The current state of the verification.',
          content: json(named('Verification'), {
            completed: {
              request_id: exampleId('verification'),
              mode: 'test',
              status: 'completed',
              service_code: 'said_verification',
              subject: '*********3075',
              credits_reserved: 0,
              credits_charged: 5,
              created_at: '2026-09-01T08:00:00.123Z',
              completed_at: '2026-09-01T08:02:00.456Z',
              result: {
                label: 'Completed in test mode',
                outcome: 'positive',
                provider_reference: null,
              },
            },
          }),
        },
      },
      errors: ['conflict'],
      handle: decideTestReview,
    },
  ],
});
