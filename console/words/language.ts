const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

const isLanguage = (value: unknown): value is Language => LANGUAGES.some((known) => known === value);
const chosen = localStorage.getItem("language");
const browsers = navigator.language.slice(0, 2);

export const language: Language = isLanguage(chosen) ? chosen : isLanguage(browsers) ? browsers : "en";
document.documentElement.lang = language;

/** Keeps the choice and shows the page anew: every sentence of it changes. */
export const chooseLanguage = (next: Language): void => {
  localStorage.setItem("language", next);
  location.reload();
};
