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

/** What only test mode has, and the way into it (contract 12). */
export const testModeFeature = feature({
  tag: {
    name: 'Test mode',
    description:
      'Every client has a second side for tests: its own keys (`vk_test_…`), wallet, history, webhooks and events. Checks go the whole way, but are answered by a built-in simulator: nobody is asked, and nothing is paid. Only the documented test subjects are taken, and every object says `"mode": "test"`.',
  },
  schemas: {},
  endpoints: [
    {
      method: 'post',
      path: '/api/v1/me/mode',
      operationId: 'changeMode',
      summary: 'Switch between live and test mode',
      description:
        'Answers with a fresh token, or sets a fresh cookie, for the other side of the client. It is the same session: it ends when the old token would have ended, and signing out ends both.',
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
      description: `In test mode only; without \`amount\` it is ${TEST_CREDITS}. A live wallet is a 409.`,
      access: { act: 'use_test_mode' },
      body: {
        schema: bodySchema(TestCreditsBody, { amount: { description: 'Credits to add.' } }),
        examples: { some: { amount: 500 } },
        required: false,
      },
      responses: {
        200: {
          description: 'The wallet as it is now.',
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
        id: { description: 'The `request_id` of a verification of test mode.', schema: id('verification') },
      },
      operationId: 'decideTestReview',
      summary: 'Decide a review of test mode',
      description:
        'Decides a verification of test mode that is under review, as support would:\n\n- `complete` charges, and needs `outcome`\n- `release` frees the credits\n- `requeue` asks the simulator again',
      access: { act: 'use_test_mode' },
      body: {
        schema: bodySchema(TestReviewBody, {
          label: { description: 'The result language of the report.' },
        }),
        examples: { complete: { decision: 'complete', outcome: 'positive' } },
      },
      responses: {
        200: {
          description: 'The verification as it is now.',
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
