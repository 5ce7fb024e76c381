import { z } from "zod";
import { NUMBER_KINDS } from "../number/number-kinds.rules.ts";

/* What a file of `packs/` says. */

const WALL_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** A sentence for people, in the console's languages. */
const inLanguages = z.strictObject({ en: z.string().min(1), de: z.string().min(1) });
/** Words that a call says, by the language of its agent; English stands for any other. */
const wording = z.record(z.string().regex(/^[a-z]{2}$/), z.string().min(1)).and(z.object({ en: z.string() }));

const rule = {
  id: z.string().regex(/^[a-z][a-z0-9_]*$/),
  says: inLanguages,
  /** Where it was read. */
  source: z.string().min(1),
  paragraph: z.string().min(1),
  /** When it was read there; null: it is from memory. */
  checked: z.iso.date().nullable(),
  /** `to_be_confirmed`: by counsel; it is off until an organization switches it on. */
  standing: z.enum(["sourced", "to_be_confirmed"]),
};

const slot = z
  .strictObject({
    days: z.array(z.enum(WEEKDAYS)).min(1),
    from: z.string().regex(WALL_TIME),
    until: z.string().refine((time) => time === "24:00" || WALL_TIME.test(time)),
  })
  .refine(({ from, until }) => from < until, "The end must be after the start");

/** People are called in these hours by their own clocks, and on no holiday of the calendar. */
const hours = z.strictObject({
  ...rule,
  kind: z.literal("hours"),
  slots: z.array(slot).min(1),
  /** A calendar of public holidays, such as `DE`. */
  holidays: z.string().optional(),
});

/** A rule counts attempts, and pauses after a conversation, for so many times 24 hours at most. */
export const LONGEST_RULE_DAYS = 30;

/** A number is dialled so often within so many times 24 hours. */
const attempts = z.strictObject({
  ...rule,
  kind: z.literal("attempts"),
  most: z.int().min(1),
  within_days: z.int().min(1).max(LONGEST_RULE_DAYS),
});

/** After a conversation nobody is called for so many times 24 hours. */
const pause = z.strictObject({
  ...rule,
  kind: z.literal("pause_after_conversation"),
  days: z.int().min(1).max(LONGEST_RULE_DAYS),
});

const consent = z.strictObject({
  ...rule,
  kind: z.literal("consent"),
  /** `recorded`: of this number; `attested`: for all contacts of the campaign is enough. */
  needs: z.enum(["recorded", "attested"]),
  /** What a person agrees to. */
  wording,
});

/** The call begins with these words. */
const disclosure = z.strictObject({ ...rule, kind: z.literal("disclosure"), wording });

const numberKinds = z.strictObject({
  ...rule,
  kind: z.literal("number_kinds"),
  refused: z.array(z.enum(NUMBER_KINDS)).min(1),
});

/** The number that is shown, which people call back: of one of these ranges, or of the called country. */
const callerId = z.strictObject({
  ...rule,
  kind: z.literal("caller_id"),
  prefixes: z.array(z.string().regex(/^\+[0-9]+$/)).min(1),
});

/** No longer than an organization keeps anything by a number of days, `MOST_RETENTION_DAYS` of removal. */
const LONGEST_KEPT_DAYS = 3650;

/** How long what is known of calls has to be kept, or may be. */
const retention = z
  .strictObject({
    ...rule,
    kind: z.literal("retention"),
    keep_calls_days_at_least: z.int().min(1).max(LONGEST_KEPT_DAYS).optional(),
    keep_words_days_at_most: z.int().min(1).max(LONGEST_KEPT_DAYS).optional(),
  })
  .refine(
    ({ keep_calls_days_at_least: least, keep_words_days_at_most: most }) => (least ?? most) !== undefined,
    "Say how long",
  );

const packRule = z.discriminatedUnion("kind", [
  hours,
  attempts,
  pause,
  consent,
  disclosure,
  numberKinds,
  callerId,
  retention,
]);
export type PackRule = z.output<typeof packRule>;
export type PackRuleOf<Kind extends PackRule["kind"]> = Extract<PackRule, { kind: Kind }>;

export const rulePackSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z][a-z0-9-]*$/),
    version: z.string().regex(/^\d{4}-\d{2}$/),
    name: inLanguages,
    about: inLanguages,
    /** That it is no legal advice. */
    note: inLanguages,
    /** The called numbers that it concerns. */
    concerns: z.strictObject({
      /** ISO 3166. */
      countries: z.array(z.string().regex(/^[A-Z]{2}$/)).min(1),
      /** Only numbers that begin so, and contacts whose attribute `region` is one of `regions`. */
      prefixes: z
        .array(z.string().regex(/^\+[0-9]+$/))
        .min(1)
        .optional(),
      /** ISO 3166-2. */
      regions: z
        .array(z.string().regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/))
        .min(1)
        .optional(),
    }),
    rules: z.array(packRule).min(1),
  })
  .refine(({ rules }) => new Set(rules.map(({ id }) => id)).size === rules.length, "Each rule has an id of its own")
  .refine(
    ({ rules }) => rules.every(({ standing, checked }) => standing === "to_be_confirmed" || checked !== null),
    "A rule that is on was read at its source",
  );
export type RulePack = z.output<typeof rulePackSchema>;

/** The name by which a version is chosen: `us-federal@2026-11`. */
export const nameOfPack = ({ id, version }: Pick<RulePack, "id" | "version">): string => `${id}@${version}`;

/** Returns the pack that a name means: `de@2026-11`, or `de` for its newest version. Undefined: there is none. */
export const findPack = <Pack extends Pick<RulePack, "id" | "version">>(
  packs: readonly Pack[],
  name: string,
): Pack | undefined => {
  const [id, version] = name.split("@");
  return packs
    .filter((pack) => pack.id === id && (version === undefined || pack.version === version))
    .toSorted((one, other) => (one.version < other.version ? 1 : -1))[0];
};
