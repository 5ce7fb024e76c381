import { z } from "zod";
import { SENSITIVE_KINDS, type SensitiveKind } from "./sensitive-kinds.ts";

/** Where what is sensitive is left out. */
export const REDACTION_TARGETS = ["words", "recording", "variables", "webhooks"] as const;
export type RedactionTarget = (typeof REDACTION_TARGETS)[number];

const listed = <const Word extends string>(words: readonly Word[]) =>
  z
    .array(z.enum(words, `Choose among ${words.join(", ")}`))
    .min(1, `Choose at least one of ${words.join(", ")}`)
    .max(words.length)
    .transform((given) => words.filter((word) => given.includes(word)));

/** What an agent or an organization wants left out, and where. */
export const redactionSchema = z
  .strictObject({
    kinds: listed(SENSITIVE_KINDS).describe(`Among ${SENSITIVE_KINDS.join(", ")}`),
    in: listed(REDACTION_TARGETS).describe(`Among ${REDACTION_TARGETS.join(", ")}; recording needs words`),
    keep_original: z
      .boolean()
      .optional()
      .describe("true: the original is kept sealed beside it, for who may read what is sensitive"),
  })
  .refine((setting) => !setting.in.includes("recording") || setting.in.includes("words"), {
    path: ["in"],
    message: "recording needs words: a recording is silent where something is left out of the words",
  })
  .meta({ id: "Redaction" });
export type RedactionSetting = z.output<typeof redactionSchema>;

/** What is left out of one conversation; null: nothing. */
export interface Redaction {
  kinds: ReadonlySet<SensitiveKind>;
  in: ReadonlySet<RedactionTarget>;
  /** What is left out is kept beside, sealed. */
  keepsOriginal: boolean;
  /** Where numbers without their country's code are from (ISO 3166). */
  country: string | null;
}

/** The stricter of both: whatever one of them wants left out is left out, and the original is kept where each of them lets it be. */
export const uniteRedactions = (
  settings: readonly (RedactionSetting | null | undefined)[],
  country: string | null,
): Redaction | null => {
  const given = settings.filter((setting) => setting !== null && setting !== undefined);
  if (given.length === 0) return null;
  return {
    kinds: new Set(given.flatMap(({ kinds }) => kinds)),
    in: new Set(given.flatMap((setting) => setting.in)),
    keepsOriginal: given.every((setting) => setting.keep_original === true),
    country,
  };
};

/** A setting that a former version of the platform has stored otherwise counts as none. */
export const readRedactionSetting = (stored: unknown): RedactionSetting | null =>
  redactionSchema.safeParse(stored).data ?? null;
