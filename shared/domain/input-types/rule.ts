/** The verdict on a text: the clean form sent upstream, or how a person can correct it. */
export type Judgement = { ok: true; value: string } | { ok: false; message: string };

/** Judges one text. Never throws, takes linear time, and accepts its own clean forms unchanged. */
export type InputRule = (raw: string, now: Date) => Judgement;

/** Accepts a text in its clean form. */
export function accept(value: string): Judgement {
  return { ok: true, value };
}

/** Refuses with a message shown to the caller: it says what to do and never repeats the input. */
export function refuse(message: string): Judgement {
  return { ok: false, message };
}
