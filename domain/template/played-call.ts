import { PLAYED_CALLS } from "./played-calls.data.ts";
import type { PlayedLine } from "./played-line.ts";

/** Returns the key under which the sample calls of a template's text are kept. */
export const buildPlayedKey = (templateId: string, language: string): string => `${templateId} ${language}`;

/** Returns how a sample call of a template went on the built-in model; empty for an agent of an own pack. */
export const listPlayedLines = (templateId: string, language: string, title: string): readonly PlayedLine[] =>
  PLAYED_CALLS[buildPlayedKey(templateId, language)]?.[title] ?? [];
