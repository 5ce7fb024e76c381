import { en, type Words } from "./en/en.ts";
import { language } from "./language.ts";

export const words: Words = language === "de" ? (await import("./de/de.ts")).de : en;
