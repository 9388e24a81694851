/** The fenced blocks of a page in this language, without their fences, in order. */
export function markdownBlocks(page: string, language: string): string[] {
  const blocks = page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'));
  return [...blocks].map(([, block = '']) => block);
}
