import { english } from "./english.ts";
import { german } from "./german.ts";
import type { Sentences } from "./known-findings.ts";

/** The languages in which the doctor speaks. */
export const DOCTOR_LANGUAGES = ["en", "de"] as const;
export type DoctorLanguage = (typeof DOCTOR_LANGUAGES)[number];

export const SENTENCES: Record<DoctorLanguage, Sentences> = { en: english, de: german };

/** Returns the language of a tag such as `de` or `de_DE.UTF-8`; null: the doctor does not speak it. */
export const readDoctorLanguage = (tag: string): DoctorLanguage | null =>
  DOCTOR_LANGUAGES.find((language) => new RegExp(`^${language}(?![a-z])`, "i").test(tag)) ?? null;

/** Returns the language of a terminal, as POSIX decides it; English where the doctor does not speak that. */
export const languageOfTerminal = ({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): DoctorLanguage =>
  readDoctorLanguage(LC_ALL || LC_MESSAGES || LANG || "") ?? "en";
