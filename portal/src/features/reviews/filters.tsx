import { NativeSelect } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { REVIEW_REASONS } from '../../../../shared/domain/states.js';
import { SERVICES } from '../../../../shared/services/index.js';
import { FilterFold } from '../../lib/ui/filter-fold.js';
import { TypedSearch } from '../../lib/ui/typed-search.js';
import classes from './reviews.module.css';
import { type ReviewsSearch, readReviewsSearch } from './reviews-search.js';
import { useClientNames } from './use-client-names.js';
import { REASONS } from './words.js';

interface FiltersProps {
  search: ReviewsSearch;
  /** The text typed to find a single case. */
  sought: string;
  onChange: (search: ReviewsSearch) => void;
  onSeek: (text: string) => void;
}

/** The filters of the list of cases. */
export function Filters({ search, sought, onChange, onSeek }: FiltersProps) {
  const select = (name: keyof ReviewsSearch) => ({
    value: search[name] ?? '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(readReviewsSearch({ ...search, [name]: currentTarget.value })),
  });
  return (
    <FilterFold values={{ ...search, sought }}>
      <div className={classes.filters}>
        <TypedSearch
          label="Find"
          placeholder="Reference or ID"
          leftSection={<IconSearch size={16} />}
          value={sought}
          onSearch={onSeek}
        />
        <NativeSelect
          label="Show"
          {...select('decided')}
          data={[
            { value: '', label: 'Open cases' },
            { value: 'anybody', label: 'Decided' },
            { value: 'me', label: 'Decided by me' },
          ]}
        />
        <ClientFilter chosen={search.client_id} {...select('client_id')} />
        {search.decided === undefined && (
          <>
            <NativeSelect
              label="Reason"
              {...select('reason')}
              data={[
                { value: '', label: 'Any reason' },
                ...REVIEW_REASONS.map((value) => ({ value, label: REASONS[value].short })),
              ]}
            />
            <NativeSelect
              label="Check"
              {...select('service_code')}
              data={[
                { value: '', label: 'Any check' },
                ...SERVICES.map(({ code, label }) => ({ value: code, label })),
              ]}
            />
            <NativeSelect
              label="State"
              {...select('taken')}
              data={[
                { value: '', label: 'Any state' },
                { value: 'no', label: 'Free' },
                { value: 'mine', label: 'Taken by me' },
                { value: 'yes', label: 'Taken' },
              ]}
            />
          </>
        )}
      </div>
    </FilterFold>
  );
}

interface ClientFilterProps {
  chosen: string | undefined;
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
}

function ClientFilter({ chosen, ...select }: ClientFilterProps) {
  const clients = useClientNames().data ?? [];
  const unlisted = chosen !== undefined && !clients.some(({ client_id }) => client_id === chosen);
  return (
    <NativeSelect
      label="Client"
      {...select}
      data={[
        { value: '', label: 'Any client' },
        ...(unlisted ? [{ value: chosen, label: 'One client' }] : []),
        ...clients.map(({ client_id, name }) => ({ value: client_id, label: name })),
      ]}
    />
  );
}
