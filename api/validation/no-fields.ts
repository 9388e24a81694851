/** The body of a route that needs none: every field in it is unknown. */
export class NoFields {}
