import { CreateAccounts1795132800000 } from './1795132800000-create-accounts.js';
import { CreateVerifications1795132800001 } from './1795132800001-create-verifications.js';
import { CreateLedger1795132800002 } from './1795132800002-create-ledger.js';
import { CreateEvidence1795132800003 } from './1795132800003-create-evidence.js';
import { CreateReviews1795132800010 } from './1795132800010-create-reviews.js';
import { CreateApiKeys1795132800011 } from './1795132800011-create-api-keys.js';
import { CreateWebhooks1795132800012 } from './1795132800012-create-webhooks.js';
import { IndexFilters1795132800020 } from './1795132800020-index-filters.js';

/** In the order in which they run. */
export const migrations = [
  CreateAccounts1795132800000,
  CreateVerifications1795132800001,
  CreateLedger1795132800002,
  CreateEvidence1795132800003,
  CreateReviews1795132800010,
  CreateApiKeys1795132800011,
  CreateWebhooks1795132800012,
  IndexFilters1795132800020,
];
