/** The tag or the name of a language. Allows letters, digits and what joins them, because it becomes part of a file's name. */
export const TARGET_LANGUAGE = /^[\p{L}][\p{L}\p{M}\p{N} -]*$/u;

const LONGEST_STEM = 180;

/** Names a translation, which is Markdown whatever its source was: by its own name, or by the source's and the language. */
export const nameTranslation = (
  source: string,
  { filename, targetLanguage }: { filename: string | undefined; targetLanguage: string },
): string => {
  const stem = withoutExtension(filename ?? source).slice(0, LONGEST_STEM);
  return filename ? `${stem}.md` : `${stem} (${targetLanguage}).md`;
};

const withoutExtension = (filename: string): string => filename.replace(/(?<=.)\.\w{1,8}$/, "");
