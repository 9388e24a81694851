import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import classes from './filter-fold.module.css';
import { type FilterValues, usePrintedFilters } from './use-printed-filters.js';

interface FilterFoldProps {
  /** The value of every filter; empty or undefined for one that is not set. */
  values: FilterValues;
  children: ReactNode;
}

/**
 * Filters above a list. On a phone they would fill the first screen, so there they are behind a button that says how
 * many are set. On paper there is a line about those that are.
 */
export function FilterFold({ values, children }: FilterFoldProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const fields = useRef<HTMLDivElement>(null);
  const printed = usePrintedFilters(fields, values);
  const set = Object.values(values).filter((value) => value !== undefined && value.trim() !== '').length;
  return (
    <>
      <div className={classes.toggle} data-open={open} data-print="no">
        <Button
          variant="default"
          fullWidth
          justify="space-between"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          rightSection={<IconChevronDown size={16} className={classes.arrow} aria-hidden />}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {set === 0 ? 'Filters' : `Filters (${set})`}
        </Button>
      </div>
      {printed !== '' && <p className={classes.printed}>Only {printed}</p>}
      <div id={id} ref={fields} className={classes.fields} data-open={open} data-print="no">
        {children}
      </div>
    </>
  );
}
