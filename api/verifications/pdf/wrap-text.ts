/**
 * Breaks a text into lines of at most `width` points, at spaces if possible and inside words longer than a line.
 * `widthOf` measures one character; kerning would only make lines shorter. Takes time linear in the text, unlike
 * pdfkit's own wrapping of a single long word.
 */
export function wrapText(text: string, width: number, widthOf: (character: string) => number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, width, widthOf));
}

function wrapLine(text: string, width: number, widthOf: (character: string) => number): string[] {
  const lines: string[] = [];
  let start = 0;
  let used = 0;
  // The offset after the last space of the line, and the width of the line before it.
  let afterSpace = 0;
  let usedAfterSpace = 0;
  for (let end = 0; end < text.length; end++) {
    const character = text.charAt(end);
    const step = widthOf(character);
    // A trailing space may overhang: it is invisible there.
    if (used + step > width && end > start && character !== ' ') {
      const breakAt = afterSpace > start ? afterSpace : end;
      lines.push(text.slice(start, breakAt).trimEnd());
      used = breakAt === end ? 0 : used - usedAfterSpace;
      start = breakAt;
    }
    used += step;
    if (character === ' ') {
      afterSpace = end + 1;
      usedAfterSpace = used;
    }
  }
  lines.push(text.slice(start));
  return lines;
}
