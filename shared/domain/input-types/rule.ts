/** What an input type makes of a text: the clean form that goes upstream, or how a person puts it right. */
export type Judgement = { ok: true; value: string } | { ok: false; message: string };

/** Judges one text. Never throws, takes time linear in the text, and accepts its own clean forms unchanged. */
export type InputRule = (raw: string, now: Date) => Judgement;

export function accept(value: string): Judgement {
  return { ok: true, value };
}

/** The message is shown to the caller: it says what to do and never repeats the input. */
export function refuse(message: string): Judgement {
  return { ok: false, message };
}
