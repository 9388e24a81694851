/** The body of a route that needs none: any field in it is unknown. */
export class NoFields {}
