import type { Request } from 'express';
import type { FieldFault } from '../../shared/domain/faults.js';
import { holdsIdentityNumber } from '../../shared/domain/personal-data.js';
import { validationFailed } from '../errors/catalogue.js';
import { Query } from '../http/query.js';
import { collectFaults } from '../validation/validate-body.js';
import { ResolutionBody, TestReviewBody } from './requests.js';
import type { Resolution } from './resolve-review.js';

/**
 * A case sent back to the provider; with the provider's confirmation, identified by a document, calls are written off.
 */
export interface RequeueDecision {
  kind: 'requeue';
  providerConfirmedNoCharge: boolean;
  providerDocument: string | undefined;
  /** The calls that the confirmation is about, as `nameCalls` names them, if the reviewer says so. */
  confirmedCalls: readonly string[] | undefined;
}

/** What the reviewer decided, and why, as written: it may still name the subject. */
export interface ReadResolution {
  decision: Resolution['decision'] | RequeueDecision;
  note: string;
}

const OF_A_WRITE_OFF = { code: 'not_applicable', message: 'Remove it: it belongs to a write-off.' };

/** Default label of a released verification. */
const RELEASED_LABEL = 'Closed by support without a result: nothing is charged';

/**
 * Parses a resolution. A field of another decision is a fault: whoever sends an outcome with a release expects
 * something that will not happen. Throws 422 with every fault at once.
 */
export function readResolution(req: Request, { twoPeople }: { twoPeople: boolean }): ReadResolution {
  const { value, faults } = collectFaults(ResolutionBody, req.body);
  const all = [
    ...faults,
    ...misplacedFields(value, faults),
    ...documentFaults(value, faults, twoPeople),
    ...callFaults(value, faults),
    ...new Query(req.query).faults(),
  ];
  if (all.length > 0) throw validationFailed(all);
  return { decision: decisionOf(value), note: value.note };
}

/** Parses the decision of someone acting as support in test mode, who need not word a completion. Throws 422. */
export function readTestReview(req: Request): TestReviewBody {
  const { value, faults } = collectFaults(TestReviewBody, req.body);
  const misplaced = misplacedFields(value, faults).filter(
    ({ field, code }) => field !== 'label' || code !== 'required',
  );
  const all = [...faults, ...misplaced, ...new Query(req.query).faults()];
  if (all.length > 0) throw validationFailed(all);
  return value;
}

function decisionOf(body: ResolutionBody): ReadResolution['decision'] {
  const { decision, outcome, label } = body;
  switch (decision) {
    case 'complete':
      if (outcome === undefined || label === undefined) throw new Error('Bug: a completion without a result');
      return { kind: 'complete', outcome, label };
    case 'release':
      return { kind: 'release', label: label ?? RELEASED_LABEL };
    case 'requeue':
      return {
        kind: 'requeue',
        providerConfirmedNoCharge: body.provider_confirmed_no_charge === true,
        providerDocument: body.provider_document,
        confirmedCalls: body.calls_to_write_off,
      };
  }
}

function documentFaults(
  { decision, provider_confirmed_no_charge: confirmed, provider_document: text }: ResolutionBody,
  known: readonly FieldFault[],
  twoPeople: boolean,
): FieldFault[] {
  const field = 'provider_document';
  if (known.some((fault) => fault.field === field)) return [];
  const writesOff = decision === 'requeue' && confirmed === true;
  if (text === undefined) {
    const message =
      'A write-off must name the document in which the provider confirms that it charges nothing.';
    return writesOff && twoPeople ? [{ field, code: 'required', message }] : [];
  }
  if (!writesOff) return [{ field, ...OF_A_WRITE_OFF }];
  if (!holdsIdentityNumber(text, { separated: true })) return [];
  const message = 'Must not contain an identity number, because the audit log keeps it permanently.';
  return [{ field, code: 'personal_data', message }];
}

function callFaults(
  { decision, provider_confirmed_no_charge: confirmed, calls_to_write_off: calls }: ResolutionBody,
  known: readonly FieldFault[],
): FieldFault[] {
  const field = 'calls_to_write_off';
  const writesOff = decision === 'requeue' && confirmed === true;
  if (calls === undefined || writesOff || known.some((fault) => fault.field.split('.')[0] === field))
    return [];
  return [{ field, ...OF_A_WRITE_OFF }];
}

function misplacedFields(
  body: TestReviewBody & Pick<ResolutionBody, 'provider_confirmed_no_charge'>,
  known: readonly FieldFault[],
): FieldFault[] {
  const { decision, outcome, label, provider_confirmed_no_charge: confirmed } = body;
  const at = (field: string, wrong: boolean, code: string, message: string): FieldFault[] =>
    wrong && !known.some((fault) => fault.field === field) ? [{ field, code, message }] : [];
  const required = 'A completion needs this field, which becomes the result.';
  const misplaced = (owner: string): string => `Remove it: it belongs to ${owner}.`;
  switch (decision) {
    case 'complete':
      return [
        ...at('outcome', outcome === undefined, 'required', required),
        ...at('label', label === undefined, 'required', required),
        ...at('provider_confirmed_no_charge', confirmed === true, 'not_applicable', misplaced('requeue')),
      ];
    case 'release':
      return [
        ...at('outcome', outcome !== undefined, 'not_applicable', misplaced('complete')),
        ...at('provider_confirmed_no_charge', confirmed === true, 'not_applicable', misplaced('requeue')),
      ];
    case 'requeue':
      return [
        ...at('outcome', outcome !== undefined, 'not_applicable', misplaced('complete')),
        ...at('label', label !== undefined, 'not_applicable', misplaced('complete and release')),
      ];
    default:
      return [];
  }
}
