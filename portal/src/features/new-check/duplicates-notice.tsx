import { Button, Group } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ServiceCode } from '../../../../shared/services/index.js';
import type { WireDuplicate } from '../../../../shared/wire/preflight.js';
import { agoWords, formatCredits } from '../../lib/format.js';
import { Moment } from '../../lib/ui/moment.js';
import { Notice } from '../../lib/ui/notice.js';
import { StatusBadge } from '../../lib/ui/status-badge.js';
import text from '../../lib/ui/text.module.css';
import classes from './new-check.module.css';

interface DuplicatesNoticeProps {
  duplicates: readonly WireDuplicate[];
  credits: number;
  service: ServiceCode;
  busy: boolean;
  onPayAgain: () => void;
}

/** Says that the same was requested before, and lets the user choose: open that request, or pay again. */
export function DuplicatesNotice({ duplicates, credits, service, busy, onPayAgain }: DuplicatesNoticeProps) {
  const navigate = useNavigate();
  const open = (requestId: string) => void navigate({ to: '/checks/$requestId', params: { requestId } });
  const first = useRef<HTMLAnchorElement>(null);
  const [newest] = duplicates;
  const newestId = newest?.request_id;
  useEffect(() => {
    if (newestId !== undefined) first.current?.focus();
  }, [newestId]);
  if (newest === undefined) return null;
  return (
    <Notice tone="warn" title={`The same check was made ${agoWords(newest.created_at)}`} alert>
      <p>Nothing has been submitted or charged. Open the report that you have, or pay for a new answer.</p>
      <ul className={classes.duplicates}>
        {duplicates.map(({ request_id, status, outcome, created_at }, index) => (
          <li key={request_id}>
            <Link
              to="/checks/$requestId"
              params={{ requestId: request_id }}
              className={text.plainLink ?? ''}
              {...(index === 0 && { ref: first })}
            >
              <Moment iso={created_at} />
            </Link>
            <StatusBadge status={status} outcome={outcome} service={service} />
          </li>
        ))}
      </ul>
      <Group gap="sm">
        <Button onClick={() => open(newest.request_id)}>Open that check</Button>
        <Button variant="default" loading={busy} onClick={onPayAgain}>
          {`Pay ${formatCredits(credits)} again`}
        </Button>
      </Group>
    </Notice>
  );
}
