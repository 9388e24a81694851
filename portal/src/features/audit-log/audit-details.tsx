import { formatMoment, formatNumber, humanise } from '../../lib/format.js';
import classes from './audit-details.module.css';

/** As the API writes moments. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** What changed, one line each: "Suspended: no → yes". */
export function AuditDetails({ details }: { details: Readonly<Record<string, unknown>> }) {
  const lines = linesOf(details);
  if (lines.length === 0) return null;
  return (
    <ul className={classes.list}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function linesOf({ before, after, ...others }: Readonly<Record<string, unknown>>): string[] {
  const [old, changed] = [asRecord(before), asRecord(after)];
  const changes = Object.entries(changed).map(
    ([name, value]) => `${humanise(name)}: ${name in old ? `${show(old[name])} → ` : ''}${show(value)}`,
  );
  return [...changes, ...Object.entries(others).map(([name, value]) => `${humanise(name)}: ${show(value)}`)];
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function show(value: unknown): string {
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(show).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string' && MOMENT.test(value)) return formatMoment(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
