import { accessLogDescription } from '../access-log/openapi.js';
import { adminDescription } from '../admin/openapi.js';
import { apiKeyDescription } from '../api-keys/openapi.js';
import { approvalDescription } from '../approvals/openapi.js';
import { authDescription } from '../auth/openapi.js';
import { batchDescription } from '../batches/openapi.js';
import { eventDescription } from '../events/openapi.js';
import { evidenceDescription } from '../evidence/openapi.js';
import { homeDescription } from '../home/openapi.js';
import { opsDescription } from '../ops/openapi.js';
import { personalDataDescription } from '../personal-data/openapi.js';
import { reviewDescription } from '../reviews/openapi.js';
import { secondFactorDescription } from '../second-factor/openapi.js';
import { serviceDescription } from '../services/openapi.js';
import { spendingDescription } from '../spending/openapi.js';
import { supportDescription } from '../support/openapi.js';
import { teamDescription } from '../team/openapi.js';
import { testModeDescription } from '../test-mode/openapi.js';
import { verificationDescription } from '../verifications/openapi.js';
import { walletDescription } from '../wallet/openapi.js';
import { webhookDescription } from '../webhooks/openapi.js';
import type { FeatureDescription } from './describe.js';
import { openApiDescription } from './openapi.js';

/** What there is, in the order in which a reader needs it. */
export const FEATURES: readonly FeatureDescription[] = [
  authDescription,
  secondFactorDescription,
  homeDescription,
  serviceDescription,
  verificationDescription,
  batchDescription,
  evidenceDescription,
  accessLogDescription,
  walletDescription,
  spendingDescription,
  apiKeyDescription,
  testModeDescription,
  teamDescription,
  webhookDescription,
  eventDescription,
  reviewDescription,
  supportDescription,
  adminDescription,
  approvalDescription,
  personalDataDescription,
  opsDescription,
  openApiDescription,
];
