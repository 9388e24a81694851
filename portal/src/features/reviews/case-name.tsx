import { Link } from '@tanstack/react-router';
import type { WireReview } from '../../../../shared/wire/review.js';
import text from '../../lib/ui/text.module.css';
import classes from './reviews.module.css';

/** The requested check, linking to the case, with the client's own reference. */
export function CaseName({
  request_id,
  service_label,
  reference,
}: Pick<WireReview, 'request_id' | 'service_label' | 'reference'>) {
  return (
    <span className={classes.caseName}>
      <Link to="/reviews/$requestId" params={{ requestId: request_id }} className={text.link ?? ''}>
        {service_label}
      </Link>
      {reference !== null && <span className={text.muted}>{reference}</span>}
    </span>
  );
}
