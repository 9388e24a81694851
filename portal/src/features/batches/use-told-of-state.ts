import { useEffect, useRef } from 'react';
import type { WireBatchProgress } from '../../../../shared/wire/batch.js';
import { announce } from '../../lib/ui/announce.js';
import { BATCH_WORDS, pauseWords } from './words.js';

/** Has screen readers say when a batch finishes, or pauses itself and why. */
export function useToldOfState(batch: WireBatchProgress | undefined): void {
  const words = batch && [BATCH_WORDS[batch.status][1], pauseWords(batch)].filter(Boolean).join('. ');
  const known = useRef(words);
  useEffect(() => {
    if (words === undefined) return;
    if (known.current !== undefined && known.current !== words) announce(words);
    known.current = words;
  }, [words]);
}
