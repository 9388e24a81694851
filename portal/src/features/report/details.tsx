import type { RecordFact } from '../../../../shared/facts/fact.js';
import { isPlain, showFact, statedFacts } from '../../../../shared/facts/show-fact.js';
import { Facts } from '../../lib/ui/facts.js';
import classes from './report.module.css';

type Values = Readonly<Record<string, unknown>>;
type Records = [label: string, item: RecordFact, values: readonly Values[]];

/**
 * What a check found, according to the definition of its facts: values as a list, records below under their labels.
 * Texts of the provider are rendered as plain text.
 */
export function Details({ facts, details }: { facts: RecordFact; details: Values }) {
  const lines: [label: string, value: string][] = [];
  const records: Records[] = [];
  for (const [fact, value] of statedFacts(facts, details)) {
    if (isPlain(fact)) {
      lines.push([fact.label, showFact(fact, value)]);
      continue;
    }
    const { label, item } = fact;
    if (isPlain(item)) lines.push([label, (value as unknown[]).map((one) => showFact(item, one)).join(', ')]);
    else records.push([label, item, value as Values[]]);
  }
  if (lines.length + records.length === 0) {
    return <p className={classes.none}>The source gave no further facts.</p>;
  }
  return (
    <>
      {lines.length > 0 && <Facts items={lines} />}
      {records.map(([label, item, values]) => (
        <div key={label} className={classes.nested}>
          <h3 className={classes.group}>{label}</h3>
          <Items item={item} values={values} />
        </div>
      ))}
    </>
  );
}

function Items({ item, values }: { item: RecordFact; values: readonly Values[] }) {
  if (values.length === 0) return <p className={classes.none}>None.</p>;
  return (
    <ul className={classes.items}>
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a settled check never change.
        <li key={index}>
          <Details facts={item} details={value} />
        </li>
      ))}
    </ul>
  );
}
