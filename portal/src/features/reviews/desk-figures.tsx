import { durationWords, formatOpen } from '../../lib/format.js';
import { Figures } from '../../lib/ui/figures.js';
import { useQueueNumbers } from '../queue/use-queue-numbers.js';

/** How much there is to do. */
export function DeskFigures() {
  const { data } = useQueueNumbers();
  const reviews = data?.reviews;
  return (
    <Figures
      items={[
        ['Open cases', reviews && formatOpen(reviews.total)],
        ['Being worked on', reviews?.taken],
        [
          'Longest wait',
          reviews === undefined
            ? undefined
            : reviews.oldest_seconds === null
              ? 'None'
              : durationWords(reviews.oldest_seconds * 1_000),
        ],
        ['Checks in progress', data && formatOpen(data.checks.pending)],
      ]}
    />
  );
}
