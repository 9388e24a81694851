/**
 * Words common in providers' errors and pages that are nobody's name: shown unmasked, so that whoever reads the case
 * can tell an unavailable gateway from a record that was not found.
 */
const ORDINARY: ReadonlySet<string> = new Set(
  `a about access account affairs after again all already an and any api are at authorisation authorization back bad batch be
  been before body broken bureau business busy but by call cannot check client closed code company complete completed
  connection connect contact content could credit data database date dead deceased denied department details did display
  does doctype done down duplicate empty enquiry entry error errors exceeded exception expired external fail failed failure
  fault field file for forbidden format found from full funds gateway get has have head history home html http https id
  identity if in incomplete inconclusive incorrect information inquiry input insufficient internal invalid is it key later
  limit lookup maintenance many match matched message method missing multiple my name no none not nothing null number of
  off offline ok on one only open or order other our out over page payload pending permission person please post problem
  processed processing provider query rate reached ready reason received record records reference refused register registry
  rejected remote report request requests required response result results retry root sa search server service session some
  soon south sorry source status stopped subject success successful support surname system temporarily that the there this
  time timed timeout title to token too transaction try type unable unauthorised unauthorized unavailable under unexpected
  unknown unsupported upstream use user valid value verification verified verify version wait was we were what when which
  while will with without wrong xml yes yet you your zar`.split(/\s+/),
);

/** A capitalised word, except what the masking of a subject has left. */
const CAPITALISED = /(?<![\p{L}\p{M}*]|\* )\p{Lu}[\p{L}\p{M}]*/gu;
const LETTERS = /[\p{L}\p{M}]/gu;

/**
 * Masks a provider's free text so that no name can be read: every capitalised word gets an asterisk per letter, unless
 * it is an ordinary one. To see the others, a reviewer asks for the original answer.
 */
export function maskCapitals(text: string): string {
  return text.replace(CAPITALISED, (word) =>
    ORDINARY.has(word.toLowerCase()) ? word : word.replace(LETTERS, '*'),
  );
}
