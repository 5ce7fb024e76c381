import { z } from "zod";
import type { AgentDefinition } from "../agent/agent-definition.ts";
import type { AgentSettings } from "../agent/agent-settings.ts";
import { agentVoiceSchema } from "../agent/agent-voice.ts";
import type { ScenarioContent } from "../rehearsal/scenario.ts";
import { toolDefinition } from "../tool/tool-definition.ts";

/**
 * An agent that can be hired: its texts in each language, its variables, its tools, and sample conversations. The
 * catalogue's test checks each against this schema and plays the conversations.
 */

const words = z.string().trim().min(1);
const key = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, "Small letters, digits and _, a letter first");

const edge = z.strictObject({ id: key, to: key, label: words, condition: words, speech: words.optional() });
const extraction = z.strictObject({ name: key, type: z.enum(["string", "number", "boolean"]), prompt: words });
const talk = {
  prompt: words,
  extract: z.array(extraction).optional(),
  /** Keys of the template's tools. */
  tools: z.array(key).optional(),
  to: z.array(edge),
};

/** The conversation as its author writes it; `buildDefinition` turns it into an agent's definition. */
const outline = z.strictObject({
  /** The agent's role and manner of speaking, in every step. */
  global: words,
  start: z.strictObject({ name: words, greeting: words, ...talk }),
  steps: z.record(key, z.strictObject({ name: words, ...talk })),
  ends: z.record(key, z.strictObject({ name: words, prompt: words })),
});

const variable = z.strictObject({
  key,
  /** The question for the person who hires the agent. */
  question: words,
  required: z.boolean(),
  default: words.nullable(),
});

const conversation = z.strictObject({
  title: words,
  turns: z.array(z.strictObject({ person: words, /** Ids of the edges that this leads over. */ takes: z.array(key) })),
  /** The variables that the agent has extracted at the end. */
  variables: z.record(key, z.union([z.string(), z.number(), z.boolean()])),
  /** Keys of the tools that were used. */
  tools: z.array(key).optional(),
});

/** The texts of one language. */
export const templateText = z.strictObject({
  /** BCP 47; also the language of the hired agent. */
  language: z.string().regex(/^[a-z]{2}-[A-Z]{2}$/),
  name: words,
  summary: words,
  /** The course of a call, for people who choose a template. */
  steps: z.array(words).min(2),
  compliance_notes: z.array(words).min(1),
  variables: z.array(variable),
  documents: z.array(z.strictObject({ key, filename: words, text: words })),
  /** The first sentence of recorded calls. */
  disclosure: words,
  dispositions: z.array(words).min(2),
  outline,
  conversations: z.array(conversation).min(3),
});

const templateTool = z.strictObject({
  key,
  name: words,
  description: words,
  definition: toolDefinition,
  /** The credential of the tool, which is asked for when the agent is hired. */
  credential: z.strictObject({ name: words, why: words }).nullable(),
});

export const template = z.strictObject({
  id: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  vertical: key,
  direction: z.enum(["inbound", "outbound", "scheduled"]),
  voice: agentVoiceSchema,
  tools: z.array(templateTool),
  /** The first text is the default language. */
  texts: z.array(templateText).min(1),
});

export type Template = z.output<typeof template>;
export type TemplateInput = z.input<typeof template>;
export type TemplateText = z.output<typeof templateText>;
export type TemplateTextInput = z.input<typeof templateText>;
export type Outline = TemplateText["outline"];
export type TemplateConversation = TemplateText["conversations"][number];

/** A scenario that is hired with its agent. */
export interface PackedScenario {
  name: string;
  content: ScenarioContent;
  runs: number;
  must_pass: boolean;
}

/** An agent of the organization as an own pack stores it. */
export interface PackedDefinition {
  definition: AgentDefinition;
  configurations: AgentSettings;
  scenarios: readonly PackedScenario[];
}

/** A text of a template: an outline in the catalogue, the agent's definition in an own pack. */
export type ShelfText = Omit<TemplateText, "outline"> & ({ outline: Outline } | { packed: PackedDefinition });
/** A template of the catalogue, or of a pack of the organization's own. */
export type ShelfTemplate = Omit<Template, "texts"> & { texts: readonly ShelfText[] };

/**
 * Returns the text in a language, matched by the whole tag or by the language alone; undefined: the template does not
 * have it.
 */
export const findTextInLanguage = <Text extends { language: string }>(
  { texts }: { texts: readonly Text[] },
  language: string | undefined,
): Text | undefined => {
  if (language === undefined) return texts[0];
  const wanted = language.toLowerCase();
  return (
    texts.find((text) => text.language.toLowerCase() === wanted) ??
    texts.find((text) => text.language.slice(0, 2) === wanted)
  );
};

/** Tells whether a version is newer than another; both are three numbers. */
export const isNewerVersion = (version: string, than: string): boolean => {
  const [one, other] = [version, than].map((text) => text.split(".").map(Number));
  const index = one?.findIndex((number, place) => number !== other?.[place]) ?? -1;
  return index >= 0 && (one?.[index] ?? 0) > (other?.[index] ?? 0);
};
