/** Takes jobs from a queue and runs them. */
export interface QueueConsumer {
  /** Jobs in work now. */
  active(): number;
  /** Jobs begun so far. */
  begun(): number;
  /** Takes no more jobs and waits for those in work. */
  close(): Promise<void>;
}
