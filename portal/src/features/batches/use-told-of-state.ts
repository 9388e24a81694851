import { useEffect, useRef } from 'react';
import type { WireBatchProgress } from '../../../../shared/wire/batch.js';
import { announce } from '../../lib/ui/announce.js';
import { BATCH_WORDS, pauseWords } from './words.js';

/** Has screen readers say when a batch finishes, or pauses itself and why. */
export function useToldOfState(batch: WireBatchProgress | undefined): void {
  const id = batch?.batch_id;
  const words = batch && [BATCH_WORDS[batch.status][1], pauseWords(batch)].filter(Boolean).join('. ');
  const known = useRef({ id, words });
  useEffect(() => {
    if (words === undefined) return;
    if (known.current.id === id && known.current.words !== words) announce(words);
    known.current = { id, words };
  }, [id, words]);
}
