import type { PlantedBug } from '../planted-bug.js';

const DECIDE = 'shared/acceptance/decide-acceptances.ts';
const PREPARE = 'shared/acceptance/prepare-submission.ts';
const ACCEPT_SPECS = ['test/api/verifications/submission/accept-verifications.test.ts'];

/** Defects in keys, credits and evidence. */
export const creditBugs: readonly PlantedBug[] = [
  {
    name: 'replay-accepted-anew',
    breaks: 'A retry of the same request reserves credits and asks the provider again.',
    edits: [
      {
        file: DECIDE,
        find: 'if (holder !== undefined) return judgeReusedKey(submission, holder);',
        replace:
          "if (holder !== undefined && judgeReusedKey(submission, holder).kind !== 'replay') return judgeReusedKey(submission, holder);",
      },
    ],
    specs: ACCEPT_SPECS,
  },
  {
    name: 'fingerprint-without-purpose',
    breaks: 'A request with another purpose under the same key is taken for a replay.',
    edits: [
      { file: PREPARE, find: '      purpose: request.purpose,\n      biometric', replace: '      biometric' },
    ],
    specs: ACCEPT_SPECS,
  },
  {
    name: 'fingerprint-without-client-key',
    breaks: 'The hash of an identity number is the same for every client, so it can be compared.',
    edits: [
      {
        file: 'shared/crypto/keyed-hash.ts',
        find: "return keyedHash(key, 'subject', clientId, subject);",
        replace: "return keyedHash(key, 'subject', subject);",
      },
    ],
    specs: ['test/shared/crypto/keyed-hash.test.ts'],
  },
  {
    name: 'wallet-not-checked',
    breaks: 'Requests are accepted that nobody can pay.',
    edits: [{ file: DECIDE, find: 'if (available < submission.credits) {', replace: 'if (available < 0) {' }],
    specs: ACCEPT_SPECS,
  },
  {
    name: 'wallet-not-locked',
    breaks: 'Two requests spend the same credits.',
    edits: [
      {
        file: 'shared/ledger/lock-wallets.ts',
        find: 'FROM wallets WHERE client_id = ANY($1::uuid[]) ORDER BY client_id FOR UPDATE',
        replace: 'FROM wallets WHERE client_id = ANY($1::uuid[]) ORDER BY client_id',
      },
    ],
    specs: [...ACCEPT_SPECS, 'test/model/lives.test.ts'],
  },
  {
    name: 'wallets-locked-in-any-order',
    breaks: 'Two batches wait for each other until one is thrown away.',
    edits: [
      {
        file: 'shared/ledger/lock-wallets.ts',
        find: 'FROM wallets WHERE client_id = ANY($1::uuid[]) ORDER BY client_id FOR UPDATE',
        replace:
          'FROM wallets WHERE client_id = ANY($1::uuid[]) ORDER BY array_position($1::uuid[], client_id) FOR UPDATE',
      },
    ],
    specs: ['test/shared/ledger/lock-wallets.test.ts'],
  },
  {
    name: 'release-not-in-the-ledger',
    breaks: 'Released credits stay reserved and nothing says so.',
    edits: [
      {
        file: 'api/reviews/settle-review.ts',
        find: '  writeLedgerAndEvents(write,',
        replace: "  if (result.settleBy === 'charge') writeLedgerAndEvents(write,",
      },
    ],
    specs: ['test/api/reviews/resolve-review.test.ts'],
  },
  {
    name: 'refusals-charged',
    breaks: 'What the provider refused is paid for by the client.',
    edits: [
      {
        file: 'shared/domain/result-of-checks.ts',
        find: "settleBy: outcome === 'rejected' ? 'release' : 'charge'",
        replace: "settleBy: 'charge'",
      },
    ],
    specs: ['test/shared/domain/result-of-checks.test.ts'],
  },
  {
    name: 'reserved-credits-taken',
    breaks: 'An adjustment takes credits that open requests have reserved.',
    edits: [
      {
        file: 'shared/ledger/move-client-credits.ts',
        find: 'const available = availableCredits(wallet);',
        replace: 'const available = wallet.balance;',
      },
    ],
    specs: ['test/api/admin/credits.test.ts', 'test/model/lives.test.ts'],
  },
  {
    name: 'evidence-hash-without-purpose',
    breaks: 'The recorded purpose of a consent can be changed without breaking the chain.',
    edits: [
      {
        file: 'shared/evidence/consent-record.ts',
        find: '    purpose: row.purpose,\n',
        replace: '',
      },
    ],
    specs: ['test/scripts/verify/verify-consent-chains.test.ts'],
  },
  {
    name: 'audit-hash-without-details',
    breaks: 'What an audited act changed can be rewritten without breaking the chain.',
    edits: [{ file: 'shared/evidence/append-audit.ts', find: '    details: row.details,\n', replace: '' }],
    specs: ['test/scripts/verify/verify-audit-chain.test.ts'],
  },
  {
    name: 'proof-with-an-invented-record',
    breaks: 'Anybody can prove that somebody did what nobody did.',
    edits: [
      {
        file: 'portal/public/evidence-checks/proof.js',
        find: "  demand(MEMBERS.includes(members), 'it says more of its entry than that is made of');\n",
        replace: '  demand(members.length > 0, MEMBERS[0]);\n',
      },
    ],
    specs: ['test/api/evidence/entry-proofs.test.ts'],
  },
  {
    name: 'receipt-beside-its-consent',
    breaks: 'Whoever holds the key can sign another purpose for a consent that witnesses have seen.',
    edits: [
      {
        file: 'portal/public/evidence-checks/receipt.js',
        find: '  requireStoredConsent(claims, record);\n',
        replace: '',
      },
    ],
    specs: ['test/api/evidence/forged-evidence.test.ts'],
  },
  {
    name: 'sealed-values-not-bound',
    breaks: 'A sealed value can be moved to another row or column and opens there.',
    edits: [
      { file: 'shared/crypto/seal.ts', find: '  cipher.setAAD(bind(place));\n', replace: '' },
      { file: 'shared/crypto/seal.ts', find: '  decipher.setAAD(bind(place));\n', replace: '' },
    ],
    specs: ['test/shared/crypto/seal.test.ts'],
  },
];
