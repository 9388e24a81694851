import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { findService } from '../../../../shared/services/index.js';
import { formatUtcDay, humanise } from '../../lib/format.js';
import classes from './history.module.css';
import { type HistorySearch, readHistorySearch } from './history-search.js';

const STORED_AS = 'history-views';
const MAX_VIEWS = 8;

interface SavedViewsProps {
  search: HistorySearch;
  onOpen: (search: HistorySearch) => void;
}

/**
 * Filters this browser remembers. Only those that may appear in an address are stored, and a view is named after them:
 * nothing a person typed is kept.
 */
export function SavedViews({ search, onOpen }: SavedViewsProps) {
  const [views, setViews] = useState(readViews);
  const store = (next: HistorySearch[]) => {
    localStorage.setItem(STORED_AS, JSON.stringify(next));
    setViews(next);
  };
  const current = nameOf(search);
  const known = views.some((view) => nameOf(view) === current);
  if (views.length === 0 && current === '') return null;
  return (
    <div className={classes.views} data-print="no">
      {views.map((view) => {
        const name = nameOf(view);
        return (
          <span key={name} className={classes.view} data-open={name === current}>
            <button type="button" onClick={() => onOpen(view)}>
              {name}
            </button>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`Delete the view ${name}`}
              onClick={() => store(views.filter((other) => other !== view))}
            >
              <IconX size={13} />
            </ActionIcon>
          </span>
        );
      })}
      {current !== '' && !known && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => store([...views, search].slice(-MAX_VIEWS))}
        >
          Save this view
        </Button>
      )}
    </div>
  );
}

function readViews(): HistorySearch[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.map((view) => readHistorySearch(Object(view))).filter((view) => nameOf(view) !== '');
  } catch {
    return [];
  }
}

const STATUS_WORDS = { completed: 'Completed', pending: 'In progress', manual_review: 'In review' } as const;

/** The filters in words; empty if there are none. */
function nameOf({ status, service_code, outcome, from, to }: HistorySearch): string {
  return [
    service_code === undefined ? undefined : findService(service_code)?.label,
    status === undefined ? undefined : STATUS_WORDS[status],
    outcome === undefined ? undefined : humanise(outcome),
    from === undefined ? undefined : `from ${formatUtcDay(from)}`,
    to === undefined ? undefined : `to ${formatUtcDay(to)}`,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}
