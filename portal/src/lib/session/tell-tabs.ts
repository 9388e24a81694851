/** Tells the other tabs of this browser. */
export function tellTabs(channel: string, message: unknown): void {
  const opened = new BroadcastChannel(channel);
  opened.postMessage(message);
  opened.close();
}
