/** What of a passage is searched, by its words and by its vector: where it stands, and what it says. */
export const searchableText = ({ context, text }: { context: string; text: string }): string =>
  context === "" ? text : `${context}\n${text}`;
