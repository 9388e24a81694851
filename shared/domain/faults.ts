/** One thing wrong with one field, as the caller sees it: the path, a stable code, and how to fix it. */
export interface FieldFault {
  field: string;
  code: string;
  message: string;
}
