const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

const isLanguage = (value: unknown): value is Language => LANGUAGES.some((known) => known === value);
const chosen = localStorage.getItem("language");
const browsers = navigator.language.slice(0, 2);

export const language: Language = isLanguage(chosen) ? chosen : isLanguage(browsers) ? browsers : "en";
document.documentElement.lang = language;

/** Stores the choice and reloads the page, because every sentence changes. */
export const chooseLanguage = (next: Language): void => {
  localStorage.setItem("language", next);
  location.reload();
};
