/**
 * Returns the language tag of a browser as formatters take it. A system without a locale of its own gives one that they do
 * not take, such as `en-US@posix`.
 */
export const readLanguageTag = (tag: string): string => {
  const plain = /^[a-z]{2,3}(-[a-z0-9]{2,8})*/i.exec(tag)?.[0] ?? "en";
  try {
    return Intl.getCanonicalLocales(plain)[0] ?? "en";
  } catch {
    return "en";
  }
};
