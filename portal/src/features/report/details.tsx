import type { ReactNode } from 'react';
import type { WireDetails } from '../../../../shared/wire/report.js';
import { formatNumber, humanise } from '../../lib/format.js';
import { Facts } from '../../lib/ui/facts.js';
import classes from './report.module.css';

/**
 * The normalised facts of a check, whichever they are: plain values as a list, lists below under their names. Texts of
 * the provider are only ever texts here.
 */
export function Details({ details }: { details: WireDetails }) {
  const entries = Object.entries(details).filter(([, value]) => value !== null && value !== undefined);
  const plain = entries.filter(([, value]) => !isList(value) && !isRecord(value));
  const nested = entries.filter(([, value]) => isList(value) || isRecord(value));
  if (entries.length === 0) return <p className={classes.none}>The source gave no further facts.</p>;
  return (
    <>
      {plain.length > 0 && (
        <Facts items={plain.map(([name, value]) => [humanise(name), showPlain(name, value)] as const)} />
      )}
      {nested.map(([name, value]) => (
        <div key={name} className={classes.nested}>
          <h3 className={classes.group}>{humanise(name)}</h3>
          {isList(value) ? <Items items={value} /> : <Details details={value as WireDetails} />}
        </div>
      ))}
    </>
  );
}

function Items({ items }: { items: readonly unknown[] }) {
  if (items.length === 0) return <p className={classes.none}>None.</p>;
  if (items.every((item) => !isRecord(item))) return <p>{items.map(String).join(', ')}</p>;
  return (
    <ul className={classes.items}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a settled check never change.
        <li key={index}>{isRecord(item) ? <Details details={joinTexts(item)} /> : String(item)}</li>
      ))}
    </ul>
  );
}

/** Short lists of words, such as topics, read better in the line of their name. */
function joinTexts(item: WireDetails): WireDetails {
  const joined = Object.entries(item).map(([name, value]) =>
    isList(value) && value.every((part) => typeof part === 'string')
      ? [name, value.join(', ')]
      : [name, value],
  );
  return Object.fromEntries(joined) as WireDetails;
}

const YEAR_LIKE = /year|score|share|erf/;

function showPlain(name: string, value: unknown): ReactNode {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return YEAR_LIKE.test(name) ? String(value) : formatNumber(value);
  return String(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isRecord(value: unknown): value is WireDetails {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
