/** The voice reads these marks as pauses and tones. */
const CLAUSE = /[^,.;:!?]+(?:[,.:](?=\S)[^,.;:!?]*)*[,.;:!?]*/gu;
const MARK = /([,.;:!?])[,.;:!?]*$/u;

/** Spells a text clause by clause and keeps the marks between them, which espeak-ng drops. */
export const spellClauses = async (text: string, spell: (clause: string) => Promise<string>): Promise<string> => {
  const spelled: string[] = [];
  for (const clause of text.match(CLAUSE) ?? []) {
    const words = clause.replace(MARK, "").trim();
    if (words === "") continue;
    spelled.push((await spell(words)) + (MARK.exec(clause.trim())?.[1] ?? ""));
  }
  return spelled.join(" ");
};
