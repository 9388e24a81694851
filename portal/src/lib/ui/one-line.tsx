import text from './text.module.css';

/** What a person wrote, cut where its column ends; whole on hovering, on a phone and on paper. */
export function OneLine({ words }: { words: string }) {
  return (
    <span className={text.oneLine} title={words}>
      {words}
    </span>
  );
}
