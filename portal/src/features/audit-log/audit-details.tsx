import type { WireAuditEntry } from '../../../../shared/wire/audit.js';
import { formatMoment, formatNumber, humanise } from '../../lib/format.js';
import { nameOf } from '../../lib/namesakes.js';
import { isId, ShortId } from '../../lib/ui/short-id.js';
import classes from './audit-details.module.css';
import { detailWords } from './detail-words.js';

/** The API's format of timestamps. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** Names of fields that hold ids, which are shown by name if possible. */
const ID_FIELD = /_ids?$/;

type Values = Readonly<Record<string, unknown>>;

interface AuditDetailsProps {
  entry: WireAuditEntry;
  /** The names that do not tell who is meant. */
  namesakes: ReadonlySet<string>;
}

/**
 * What changed, one line each: "Suspended: no → yes". Ids are shown by their current names, which an API of the
 * previous release does not report.
 */
export function AuditDetails({ entry, namesakes }: AuditDetailsProps) {
  const { details } = entry;
  const names = namesIn(entry, namesakes);
  const { before, after, ...others } = details;
  const [old, changed] = [asRecord(before), asRecord(after)];
  // An empty value is only worth showing if it was not empty before.
  const fields = [...Object.entries(changed), ...Object.entries(others)].filter(
    ([field, value]) => field in old || !isEmpty(value),
  );
  if (fields.length === 0) return null;
  return (
    <ul className={classes.list}>
      {fields.map(([field, value]) => (
        <li key={field}>
          <span className={classes.field}>{labelOf(field, value, names)}:</span>{' '}
          {field in changed && field in old && (
            <>
              <bdi>
                <Value field={field} value={old[field]} names={names} />
              </bdi>
              {' → '}
            </>
          )}
          <bdi>
            <Value field={field} value={value} names={names} />
          </bdi>
        </li>
      ))}
    </ul>
  );
}

function namesIn({ names = {}, people = {} }: WireAuditEntry, namesakes: ReadonlySet<string>) {
  const shown = Object.entries(names).map(([id, name]) => [
    id,
    nameOf({ name: people[id] ?? null, email: name }, namesakes),
  ]);
  return Object.fromEntries(shown) as WireAuditEntry['names'];
}

/** "Client: Demo Client" where an id is shown by its name, "Note ID: …b35f6c03" where there is none. */
function labelOf(field: string, value: unknown, names: WireAuditEntry['names']): string {
  const nameless = typeof value === 'string' && isId(value) && !Object.hasOwn(names, value);
  return humanise(nameless ? field : field.replace(ID_FIELD, ''));
}

function asRecord(value: unknown): Values {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

interface ValueProps {
  field: string;
  value: unknown;
  names: WireAuditEntry['names'];
}

function Value({ field, value, names }: ValueProps) {
  if (typeof value !== 'string') return show(field, value);
  // The value may be a client's own text, and `constructor` must not find an inherited member.
  if (Object.hasOwn(names, value)) return <span title={value}>{names[value]}</span>;
  return isId(value) ? <ShortId id={value} /> : show(field, value);
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function show(field: string, value: unknown): string {
  if (value === null) return 'none';
  if (Array.isArray(value)) {
    return value.length === 0 ? 'none' : value.map((one) => show(field, one)).join(', ');
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string' && MOMENT.test(value)) return formatMoment(value);
  return typeof value === 'object' ? JSON.stringify(value) : detailWords(field, String(value));
}
