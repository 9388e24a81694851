/** One fault of one field, as the caller sees it: the path, a stable code, and how to fix it. */
export interface FieldFault {
  field: string;
  code: string;
  message: string;
}

/** Most unknown names reported: nobody corrects more at once, and a hostile request has thousands. */
export const MAX_UNKNOWN_FIELDS = 50;
