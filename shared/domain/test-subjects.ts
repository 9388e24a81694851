import type { InputType } from './input-type.js';

/** How the sandbox and the simulator of test mode treat one call. */
export type Behaviour =
  | 'positive'
  | 'negative'
  | 'no_record'
  | 'inconclusive'
  | 'refused'
  | 'slow'
  | 'never_answers'
  | 'reset'
  | 'server_error'
  | 'rate_limited_once'
  | 'garbage'
  | 'deceased'
  | 'stolen';

/** A row of the table: a behaviour in every check, or only in the trace. */
export type TestCase =
  | Behaviour
  | 'trace_no_record'
  | 'trace_inconclusive'
  | 'trace_refused'
  | 'trace_server_error';

export interface TestSubject {
  readonly case: TestCase;
  readonly description: string;
  readonly subjects: Readonly<Record<InputType, string | undefined>>;
}

/**
 * The order of the subject columns below. All values are well-formed and belong to nobody: the identity numbers are of
 * a person born on 1 January 2000 with the digit A = 7, which was no longer issued by then.
 */
const COLUMNS = [
  'sa_id_number',
  'refugee_file_number',
  'contact_number',
  'company_registration_number',
  'vehicle_registration_number',
  'name',
] as const satisfies readonly InputType[];

function row(name: TestCase, description: string, ...subjects: (string | undefined)[]): TestSubject {
  const columns = COLUMNS.map((type, index) => [type, subjects[index]]);
  return {
    case: name,
    description,
    subjects: Object.fromEntries(columns) as Record<InputType, string | undefined>,
  };
}

/**
 * Which subject triggers which behaviour. Every other well-formed subject is positive in the sandbox, and refused in
 * test mode.
 */
// biome-ignore format: a table is read by its columns
export const TEST_SUBJECTS: readonly TestSubject[] = [
  row('positive', 'A match; a clear name in AML screening',
    '0001010000071', 'PTASYN000000001', '+27710000001', '2000/000001/07', 'TST001GP', 'Test Subject One'),
  row('negative', 'No match; hits in AML screening',
    '0001010001079', 'PTASYN000000002', '+27710000002', '2000/000002/07', 'TST002GP', 'Test Subject Two'),
  row('no_record', 'The source has no record of the subject; costs money',
    '0001010002077', 'PTASYN000000003', '+27710000003', '2000/000003/07', 'TST003GP', 'Test Subject Three'),
  row('inconclusive', 'The provider cannot tell',
    '0001010003075', 'PTASYN000000004', '+27710000004', '2000/000004/07', 'TST004GP', 'Test Subject Four'),
  row('refused', '422: the provider refuses the input; free',
    '0001010004073', 'PTASYN000000005', '+27710000005', '2000/000005/07', 'TST005GP', 'Test Subject Five'),
  row('slow', 'Positive, after 3 seconds',
    '0001010005070', 'PTASYN000000006', '+27710000006', '2000/000006/07', 'TST006GP', 'Test Subject Six'),
  row('never_answers', 'Reads the request and never answers',
    '0001010006078', 'PTASYN000000007', '+27710000007', '2000/000007/07', 'TST007GP', 'Test Subject Seven'),
  row('reset', 'Reads the request and resets the connection',
    '0001010007076', 'PTASYN000000008', '+27710000008', '2000/000008/07', 'TST008GP', 'Test Subject Eight'),
  row('server_error', '500',
    '0001010008074', 'PTASYN000000009', '+27710000009', '2000/000009/07', 'TST009GP', 'Test Subject Nine'),
  row('rate_limited_once', '429 with Retry-After: 1 at the first call, positive from then on',
    '0001010009072', 'PTASYN000000010', '+27710000010', '2000/000010/07', 'TST010GP', 'Test Subject Ten'),
  row('garbage', '200 with a body that is not JSON',
    '0001010010070', 'PTASYN000000011', '+27710000011', '2000/000011/07', 'TST011GP', 'Test Subject Eleven'),
  row('deceased', 'Recorded as deceased: a negative identity or alive status; other routes are positive',
    '0001010011078'),
  row('stolen', 'Recorded as stolen: a negative vehicle check',
    undefined, undefined, undefined, undefined, 'TST012GP'),
  row('trace_no_record', 'No record in the consumer trace alone: a bundle is mixed',
    '0001010012076'),
  row('trace_inconclusive', 'Inconclusive in the consumer trace alone: a bundle waits for review',
    '0001010013074'),
  row('trace_refused', 'Refused in the consumer trace alone: a bundle is charged and mixed',
    '0001010014072'),
  row('trace_server_error', '500 in the consumer trace alone: a bundle waits for review',
    '0001010015079'),
];

const CASE_OF: ReadonlyMap<string, TestCase> = new Map(
  TEST_SUBJECTS.flatMap((entry) =>
    COLUMNS.flatMap((type) => {
      const subject = entry.subjects[type];
      return subject === undefined ? [] : [[subject, entry.case] as const];
    }),
  ),
);

/** Returns the test case of a subject in its clean form; subjects of different types never coincide. */
export function caseOf(subject: string): TestCase {
  return CASE_OF.get(subject) ?? 'positive';
}

/** Whether a subject in its clean form is in the table; test mode accepts no other (contract 12). */
export function isTestSubject(subject: string): boolean {
  return CASE_OF.has(subject);
}

/** Returns the behaviour of one check; cases that name the trace are positive in all others. */
export function behaviourIn(check: string, testCase: TestCase): Behaviour {
  const inTrace = check === 'consumer_trace';
  switch (testCase) {
    case 'trace_no_record':
      return inTrace ? 'no_record' : 'positive';
    case 'trace_inconclusive':
      return inTrace ? 'inconclusive' : 'positive';
    case 'trace_refused':
      return inTrace ? 'refused' : 'positive';
    case 'trace_server_error':
      return inTrace ? 'server_error' : 'positive';
    default:
      return testCase;
  }
}

/** Returns a different subject of the table with the same type. Throws for a type without any. */
export function otherSubject(type: InputType, subject: string): string {
  const others = TEST_SUBJECTS.flatMap(({ subjects }) => subjects[type] ?? []);
  const other = others.find((candidate) => candidate !== subject);
  if (other === undefined) throw new Error(`Bug: the subject table has no ${type}`);
  return other;
}
