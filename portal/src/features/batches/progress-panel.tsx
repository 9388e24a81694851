import { ROW_STATES } from '../../../../shared/domain/batch.js';
import type { WireBatchProgress } from '../../../../shared/wire/batch.js';
import { formatCredits } from '../../lib/format.js';
import { Badge } from '../../lib/ui/badge.js';
import { Figures } from '../../lib/ui/figures.js';
import { Notice } from '../../lib/ui/notice.js';
import { Panel } from '../../lib/ui/panel.js';
import classes from './batches.module.css';
import { BATCH_WORDS, pauseWords, ROW_WORDS } from './words.js';

/** The state of a batch and its progress. */
export function ProgressPanel({ batch }: { batch: WireBatchProgress }) {
  const [tone, word] = BATCH_WORDS[batch.status];
  const pause = pauseWords(batch);
  const states = ROW_STATES.filter((state) => batch.counts[state] > 0);
  return (
    <Panel
      title={batch.status === 'draft' ? 'What the file contains' : 'Progress'}
      aside={<Badge tone={tone}>{word}</Badge>}
    >
      {pause !== undefined && (
        <div className={classes.paused}>
          <Notice tone="warn">{pause}</Notice>
        </div>
      )}
      <Figures
        items={[
          ['Rows', batch.rows],
          ...states.map((state) => [ROW_WORDS[state][1], batch.counts[state]] as const),
          [priceWord(batch), priceWords(batch)],
        ]}
      />
      {isCutShort(batch) && batch.started_at !== null && (
        <p className={classes.said}>
          Rows that were cancelled cost nothing. What each of the others cost is in the file of results.
        </p>
      )}
      {batch.status !== 'draft' && (
        <>
          <progress className={classes.bar} value={batch.progress} max={1} aria-label="Rows that are done" />
          <p className={classes.said}>
            {Math.floor(batch.progress * 100)}% done{etaWords(batch.eta_seconds)}
          </p>
        </>
      )}
    </Panel>
  );
}

function etaWords(seconds: number | null): string {
  if (seconds === null || seconds === 0) return '';
  return seconds < 90 ? `, about ${seconds} s left` : `, about ${Math.ceil(seconds / 60)} min left`;
}

/** Whether duplicates are to be paid for is chosen only when the batch starts. */
function priceWord({ status, counts }: WireBatchProgress): string {
  return status === 'draft' && counts.duplicate > 0 ? 'Price, duplicates included' : 'Price';
}

/** Whether some of its rows will never be submitted, and so never be paid for. */
function isCutShort({ status, counts }: WireBatchProgress): boolean {
  return status === 'cancelled' && counts.cancelled > 0;
}

/** Nothing of a draft was charged; of a batch that was stopped half-way at most the price of all rows. */
function priceWords(batch: WireBatchProgress): string {
  if (!isCutShort(batch)) return formatCredits(priceOf(batch));
  return batch.started_at === null ? formatCredits(0) : `Up to ${formatCredits(priceOf(batch))}`;
}

/** What its rows cost; skipped duplicates cost nothing. */
function priceOf({ counts, credits, credits_without_duplicates: without }: WireBatchProgress): number {
  return counts.skipped > 0 ? without : credits;
}
