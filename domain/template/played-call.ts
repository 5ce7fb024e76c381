import { PLAYED_CALLS } from "./played-calls.data.ts";

/** What is said in a sample call of a template, and the step of the agent in which it is said. */
export interface PlayedLine {
  speaker: "agent" | "person";
  text: string;
  step: string;
}

/** Sample calls by their titles. */
export type PlayedCalls = Readonly<Record<string, readonly PlayedLine[]>>;

/** The key under which the sample calls of a template's text are kept. */
export const playedKey = (templateId: string, language: string): string => `${templateId} ${language}`;

/** Returns how a sample call of a template went on the built-in model; empty for an agent of an own pack. */
export const playedCall = (templateId: string, language: string, title: string): readonly PlayedLine[] =>
  PLAYED_CALLS[playedKey(templateId, language)]?.[title] ?? [];
