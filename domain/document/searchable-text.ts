/** Returns the text of a passage that is indexed, by words and by vector: its headings and its own text. */
export const buildSearchableText = ({ context, text }: { context: string; text: string }): string =>
  context === "" ? text : `${context}\n${text}`;
