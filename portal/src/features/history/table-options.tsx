import { Checkbox } from '@mantine/core';
import classes from './history.module.css';
import { OPTIONAL_COLUMNS, type OptionalColumn, type TableView } from './table-view.js';

interface TableOptionsProps {
  view: TableView;
  onChange: (view: TableView) => void;
}

const LABELS: Readonly<Record<OptionalColumn, string>> = {
  reference: 'Show references',
  purpose: 'Show purposes',
  submitter: 'Show who submitted',
};

/** Chooses the optional columns and the density of the rows. */
export function TableOptions({ view, onChange }: TableOptionsProps) {
  return (
    <details className={classes.options} data-print="no">
      <summary>Columns and density</summary>
      <div className={classes.optionList}>
        {OPTIONAL_COLUMNS.map((name) => (
          <Checkbox
            key={name}
            label={LABELS[name]}
            checked={view.columns.includes(name)}
            onChange={({ currentTarget }) =>
              onChange({
                ...view,
                columns: currentTarget.checked
                  ? [...view.columns, name]
                  : view.columns.filter((known) => known !== name),
              })
            }
          />
        ))}
        <Checkbox
          label="More space between rows"
          checked={view.roomy}
          onChange={({ currentTarget }) => onChange({ ...view, roomy: currentTarget.checked })}
        />
      </div>
    </details>
  );
}
