import text from './text.module.css';

interface OneLineProps {
  words: string;
  /** Shown on hovering instead of the words. */
  title?: string | undefined;
}

/** What a person wrote, cut where its column ends; whole on hovering, on a phone and on paper. */
export function OneLine({ words, title = words }: OneLineProps) {
  return (
    <span className={text.oneLine} title={title}>
      {words}
    </span>
  );
}
