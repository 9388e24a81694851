import { Batcher, type BatcherOptions } from '../batcher.js';
import type { TracedSpan, Tracing } from './tracing.js';

export interface TracedBatcherOptions<Item, Result> extends BatcherOptions<Item, Result> {
  tracing: Tracing;
  /** The name of the spans, for example `settle`. */
  name: string;
  /** The trace context of an item. */
  parentOf(item: Item): string | undefined;
}

interface Traced<Item> {
  item: Item;
  span: TracedSpan;
}

/**
 * A batcher that shows in every item's trace how long it waited for its batch and for the work, and in a separate span,
 * linked to all of them, how long the batch took: one commit serves many traces and belongs to none.
 */
export function tracedBatcher<Item, Result>(
  options: TracedBatcherOptions<Item, Result>,
): Pick<Batcher<Item, Result>, 'submit' | 'drain'> {
  if (!options.tracing.enabled) return new Batcher(options);
  const { tracing, name, parentOf, laneOf, run, findHeldUp, bytes, ...rest } = options;
  const itemsOf = (traced: readonly Traced<Item>[]): Item[] => traced.map(({ item }) => item);
  const batcher = new Batcher<Traced<Item>, Result>({
    ...rest,
    laneOf: ({ item }) => laneOf(item),
    run: (traced) => inSpan(startBatch(traced), () => run(itemsOf(traced))),
    ...(bytes && { bytes: { max: bytes.max, of: ({ item }) => bytes.of(item) } }),
    ...(findHeldUp && { findHeldUp: (traced) => findHeldUp(itemsOf(traced)) }),
  });

  function startBatch(traced: readonly Traced<Item>[]): TracedSpan {
    const batch = tracing.start(`${name} batch`, {
      kind: 'internal',
      links: traced.flatMap(({ span }) => span.traceparent ?? []),
      attributes: { 'batch.items': traced.length },
    });
    for (const { span } of traced) if (batch.traceparent !== undefined) span.link(batch.traceparent);
    return batch;
  }
  return {
    submit: (item) => {
      const span = tracing.start(name, { kind: 'internal', parent: parentOf(item) });
      return inSpan(span, () => batcher.submit({ item, span }));
    },
    drain: () => batcher.drain(),
  };
}

async function inSpan<T>(span: TracedSpan, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    span.end();
    return result;
  } catch (error) {
    span.end({ failed: true });
    throw error;
  }
}
