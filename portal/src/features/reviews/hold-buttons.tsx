import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { WireReviewDetail } from '../../../../shared/wire/review.js';
import { toFailure } from '../../lib/api/failure.js';
import { formatTime } from '../../lib/format.js';
import { useAccount } from '../../lib/session/session.js';
import { Badge } from '../../lib/ui/badge.js';
import classes from './reviews.module.css';
import { useNamesOnCase } from './staff-names.js';
import { useReviewAction } from './use-review-action.js';

/** Takes the case, so that no colleague works on it too, or gives it back. */
export function HoldButtons({ detail }: { detail: WireReviewDetail }) {
  const { user_id } = useAccount();
  const staffName = useNamesOnCase(detail);
  const action = useReviewAction(detail.request_id);
  const { taken_by, taken_until } = detail.review;
  const act = (name: 'take' | 'give-back') =>
    action.mutate(
      { action: name },
      {
        onError: (error) =>
          notifications.show({ color: 'red', title: 'Not done', message: toFailure(error).message }),
      },
    );
  if (taken_by !== null && taken_by.user_id !== user_id) {
    const until = taken_until === null ? '' : ` until ${formatTime(taken_until)}`;
    return (
      <Badge tone="busy">
        <span
          className={classes.holder}
          title={taken_by.email}
        >{`${staffName(taken_by)} is working on it${until}`}</span>
      </Badge>
    );
  }
  return taken_by === null ? (
    <Button loading={action.isPending} onClick={() => act('take')}>
      Take this case
    </Button>
  ) : (
    <Button variant="default" loading={action.isPending} onClick={() => act('give-back')}>
      Give it back
    </Button>
  );
}
