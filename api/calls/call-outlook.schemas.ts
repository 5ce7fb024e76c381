import { z } from "zod";
import { ADMISSION_RULE_NAMES } from "../../domain/call/admission.rules.ts";
import { nullableTime, time } from "../http/fields.ts";

/** The rule of a rule pack that speaks. */
const namedLaw = z
  .object({
    pack: z.string().meta({
      description: "The version of the pack, such as `us-federal@2026-11`; `own`: the organization's own rule",
    }),
    rule: z.string().meta({ description: "The rule's name" }),
    paragraph: z.string().meta({ description: "Where the law says so; empty: an own rule" }),
  })
  .meta({ id: "Law" });

export const law = namedLaw
  .nullable()
  .meta({ description: "The rule of a rule pack that says so; null: no such rule" });

const rule = z.enum(ADMISSION_RULE_NAMES);

/** Why a number is not dialled now, by the rules that admit every call. */
export const outlookFields = {
  phone_number: z.string(),
  as_of: time.meta({ description: "The moment for which this holds" }),
  may_be_dialled: z.boolean(),
  blocked_by: rule.nullable().meta({ description: "The first rule that keeps the number from being dialled" }),
  sentence: z.string().nullable().meta({ description: "The sentence of that rule" }),
  law,
  next_at: nullableTime.meta({
    description:
      "When it may be dialled if nothing but the time changes; null: not by time alone, or not within eight days",
  }),
  rules: z
    .array(
      z.object({
        rule,
        passes: z.boolean(),
        value: z.string().meta({ description: "The facts that the rule checks" }),
        sentence: z.string().nullable(),
        law,
        until: nullableTime.meta({
          description: "When the rule will allow the call without a change, where that is known",
        }),
      }),
    )
    .meta({ description: "In the order in which admission asks them" }),
};
