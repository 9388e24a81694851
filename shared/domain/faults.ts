/** One thing wrong with one field, as the caller sees it: the path, a stable code, and how to fix it. */
export interface FieldFault {
  field: string;
  code: string;
  message: string;
}

/** How many unknown names are told at most: nobody corrects more at once, and a hostile request has thousands. */
export const MOST_UNKNOWN = 50;
