/** One page of a list, newest first. */
export interface WirePage<Item> {
  data: Item[];
  /** Send it back as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
}
