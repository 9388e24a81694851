/** One page of a list, newest first. */
export interface WirePage<Item> {
  data: Item[];
  /** To be sent back as `cursor` for the page after this one; null on the last page. */
  next_cursor: string | null;
}
