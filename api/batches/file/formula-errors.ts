/** What the format calls a result that is not there yet (ECMA-376, 18.17.3). */
const MISSING = '#GETTING_DATA';
/**
 * Programs say them in the language of their user, but always in capitals and with a sign at the end: #REF!, #NOM ?,
 * #¡VALOR!
 */
const CALLED_OUT = /^#[¡¿]?\p{Lu}[\p{Lu}\d_./]*\s?[!?]$/u;
/** Some say without a sign that a value is not there, in Excel and in the translations of LibreOffice. */
const NOT_THERE =
  /^#(?:N\/A|N\/B|N\/D|N\/DISP|N\/V|NV|I\/T|Н\/Д|Δ\/Υ|YOK|SAKNAS|HIÁNYZIK|NENÍ_K_DISPOZICI|NEDOSTUPN[ÉÝ]|GETTING_DATA)$/;
/** LibreOffice has numbers for the others: "Err:502" with its word for an error. */
const NUMBERED =
  /^(?:Err ?|Błąd|Chyba|Eroare|Erro|Fehler|Feil|Fejl|Fel|Fout|Greška|Hata|Hiba|Nap|Virhe|Σφάλμα|Ошибка|Помилка):5\d\d$/;

const ERROR_CELL = /(<(?:\w+:)?c\s(?:[^<>]*\s)?t=["'])e(["'])/g;
/** A cell with a formula, and with a result that is empty or not there at all. */
const EMPTY_RESULT =
  /<((?:\w+:)?)c(\s[^<>]*)>\s*<(?:\w+:)?f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/(?:\w+:)?f>)\s*(?:(<(?:\w+:)?v(?:\s[^<>]*)?(?:\/>|>\s*<\/(?:\w+:)?v>))\s*)?<\/(?:\w+:)?c>/g;
const TYPE = /\st=["'](\w*)["']/;

/** Whether a text is the error of a formula, as spreadsheet programs show and export it. */
export function isFormulaError(text: string): boolean {
  return [CALLED_OUT, NOT_THERE, NUMBERED].some((error) => error.test(text));
}

/** Whether a text is an error that the program has computed, and not what stands for a missing result. */
export function isComputedError(text: string): boolean {
  return isFormulaError(text) && text !== MISSING;
}

/**
 * Makes texts of the errors in a sheet, and of the results that a program has left to be computed when the file is
 * opened. The library takes both for empty cells: rows would be lost, and others get what the form says instead.
 */
export function keepFormulaErrors(sheet: string): string {
  return sheet
    .replace(ERROR_CELL, '$1str$2')
    .replace(EMPTY_RESULT, (cell, prefix: string, attributes: string, value: string | undefined) => {
      // A formula may give an empty text, which is then its result.
      if (value !== undefined && TYPE.exec(attributes)?.[1] === 'str') return cell;
      const others = attributes.replace(TYPE, '');
      return `<${prefix}c${others} t="str"><${prefix}v>${MISSING}</${prefix}v></${prefix}c>`;
    });
}
