import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { WireFinished } from '../../../../shared/wire/home.js';
import { agoWords, formatUtc } from '../../lib/format.js';
import { useAccount } from '../../lib/session/session.js';
import { useMay } from '../../lib/session/use-may.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { Panel } from '../../lib/ui/panel.js';
import { StatusBadge } from '../../lib/ui/status-badge.js';
import text from '../../lib/ui/text.module.css';
import classes from './home.module.css';
import { lastHere } from './last-here.js';

/** The latest results, marking those that are new to the viewer. */
export function LatestResults({ finished }: { finished: readonly WireFinished[] }) {
  const { user_id } = useAccount();
  const maySubmit = useMay()('submit');
  const [since] = useState(() => lastHere(user_id));
  const isNew = ({ completed_at }: WireFinished) => since !== undefined && Date.parse(completed_at) > since;
  const news = finished.filter(isNew).length;
  return (
    <Panel
      title="Latest results"
      flush
      aside={
        since !== undefined && (
          <span className={text.muted}>
            {news === 0 ? 'Nothing new since you were last here' : `${news} since you were last here`}
          </span>
        )
      }
    >
      {finished.length === 0 ? (
        <EmptyState
          title="No results yet"
          action={
            maySubmit && (
              <Button component={Link} to="/checks/new">
                Submit the first check
              </Button>
            )
          }
        >
          They appear here as soon as a check is answered.
        </EmptyState>
      ) : (
        <ul className={classes.results}>
          {finished.map((result) => (
            <li key={result.request_id} data-new={isNew(result)}>
              <span className={classes.resultName}>
                <Link
                  to="/checks/$requestId"
                  params={{ requestId: result.request_id }}
                  className={text.link ?? ''}
                >
                  {result.service_label}
                </Link>
                <span className={text.muted}>
                  {result.reference !== null && (
                    <>
                      <bdi>{result.reference}</bdi>
                      {' · '}
                    </>
                  )}
                  <span className={text.mono}>{result.subject}</span>
                </span>
              </span>
              <StatusBadge status="completed" outcome={result.outcome} service={result.service_code} />
              <time
                className={text.muted}
                dateTime={result.completed_at}
                title={formatUtc(result.completed_at)}
              >
                {agoWords(result.completed_at)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
