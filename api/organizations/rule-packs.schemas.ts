import { z } from "zod";
import { findStrayRule, MOST_PACKS_CHOSEN, MOST_UNCONFIRMED_RULES } from "../../domain/rule-pack/applied-rules.ts";
import { IF_FALSE, OWN_RULES, USUAL_IF_FALSE } from "../../domain/rule-pack/own-rule.ts";
import { findPack } from "../../domain/rule-pack/rule-pack.ts";
import { MOST_CALLS_REPLAYED, MOST_REPLAYED_DAYS, USUAL_REPLAYED_DAYS } from "../../domain/rule-pack/rules-preview.ts";
import { compileOwnRule } from "../../infra/rule-pack/compile-own-rule.ts";
import { listRulePacks } from "../../infra/rule-pack/rule-packs.ts";
import { optional, time, withDefault } from "../http/fields.ts";
import { invalidField } from "../http/http-error.ts";

const idOf = (name: string): string => name.split("@")[0] ?? name;

/** Names of packs, each pack once. */
export const rulePackNames = z
  .array(z.string().min(1).max(80))
  .max(MOST_PACKS_CHOSEN)
  .superRefine((names, context) => {
    for (const [place, name] of names.entries()) {
      if (!findPack(listRulePacks(), name)) {
        const known = [...new Set(listRulePacks().map(({ id }) => id))].join(", ");
        context.addIssue({
          code: "custom",
          path: [place],
          message: `There is no rule pack ${name}: there are ${known}`,
        });
      } else if (names.findIndex((other) => idOf(other) === idOf(name)) !== place)
        context.addIssue({
          code: "custom",
          path: [place],
          message: `Choose one version of the rule pack ${idOf(name)}`,
        });
    }
  });

/** Rules that counsel is to confirm, as `de/hours`. */
export const unconfirmedRules = z
  .array(z.string().min(1).max(120))
  .max(MOST_UNCONFIRMED_RULES)
  .superRefine((names, context) => {
    for (const [place, name] of names.entries()) {
      const [id = "", ruleId] = name.split("/");
      const pack = listRulePacks().find((each) => each.id === id);
      if (!pack?.rules.some((rule) => rule.id === ruleId))
        context.addIssue({
          code: "custom",
          path: [place],
          message: `There is no rule ${name}: rule packs list theirs`,
        });
    }
  });

/** Throws 422 for a rule of a pack that the same question does not name. */
export const requireNamedPacks = ({
  rule_packs: packs,
  unconfirmed_rules: unconfirmed,
}: {
  rule_packs?: string[] | undefined;
  unconfirmed_rules?: string[] | undefined;
}): void => {
  const stray = packs && unconfirmed ? findStrayRule(unconfirmed, packs) : -1;
  if (stray >= 0)
    throw invalidField(["unconfirmed_rules", stray], "The rule is of a pack that rule_packs does not name");
};

const ownRule = z
  .strictObject({
    name: z.string().trim().min(1).max(80).meta({ description: "Stands in refusals" }),
    expression: z
      .string()
      .trim()
      .min(1)
      .max(OWN_RULES.mostCharacters)
      .meta({ description: "CEL that is true where a call may be made, such as `hour >= 10 && weekday != 'sun'`" }),
    if_false: withDefault(z.enum(IF_FALSE), USUAL_IF_FALSE).meta({
      description: "`wait`: the call waits until it is true; `refuse`: it is not made at all",
    }),
  })
  .superRefine(({ expression }, context) => {
    const compiled = compileOwnRule(expression);
    if ("check" in compiled) return;
    const { line, column, sentence } = compiled.fault;
    context.addIssue({ code: "custom", path: ["expression"], message: `Line ${line}, column ${column}: ${sentence}` });
  })
  .meta({ id: "OwnRule" });

export const ownRules = z
  .array(ownRule)
  .max(OWN_RULES.most)
  .superRefine((rules, context) => {
    for (const [place, { name }] of rules.entries())
      if (rules.findIndex((other) => other.name === name) !== place)
        context.addIssue({ code: "custom", path: [place, "name"], message: "Another rule has this name" });
  });

export const ownRulesAnswer = z.array(
  z
    .object({
      name: z.string().meta({ description: "Stands in refusals" }),
      expression: z.string().meta({ description: "CEL that is true where a call may be made" }),
      if_false: z.enum(IF_FALSE).meta({ description: "Whether a call waits until it is true, or is not made" }),
    })
    .meta({ id: "OrganizationPreferencesOwnRule" }),
);

const inLanguages = z
  .object({ en: z.string().meta({ description: "In English" }), de: z.string().meta({ description: "In German" }) })
  .meta({ id: "InBothLanguages" });

export const rulePacksAnswer = z.object({
  rule_packs: z.array(
    z
      .object({
        pack: z.string().meta({ description: "The name of this version, such as `us-federal@2026-11`" }),
        id: z.string().meta({ description: "The pack" }),
        version: z.string().meta({ description: "Its version: year and month" }),
        name: inLanguages.meta({ description: "Its name" }),
        about: inLanguages.meta({ description: "What it is about" }),
        note: inLanguages.meta({ description: "That it is no legal advice" }),
        digest: z.string().meta({ description: "By which the record names what this version says" }),
        chosen: z.boolean().meta({ description: "Whether the organization has chosen this version" }),
        countries: z.array(z.string()).meta({ description: "Called numbers that it concerns (ISO 3166)" }),
        prefixes: z.array(z.string()).nullable().meta({ description: "Only numbers that begin so; null: all" }),
        regions: z
          .array(z.string())
          .nullable()
          .meta({ description: "And contacts whose attribute `region` is one of them (ISO 3166-2)" }),
        rules: z.array(
          z.object({
            rule: z.string().meta({ description: "The name by which it is switched on, such as `de/hours`" }),
            kind: z.string().meta({ description: "What it is a rule of: hours, attempts, consent and others" }),
            says: inLanguages.meta({ description: "What it says" }),
            source: z.string().meta({ description: "Where it was read" }),
            paragraph: z.string().meta({ description: "Where the law says so" }),
            checked: z
              .string()
              .nullable()
              .meta({ description: "When it was read at its source; null: it is from memory" }),
            to_be_confirmed: z
              .boolean()
              .meta({ description: "Counsel is to confirm it: it is off until `unconfirmed_rules` names it" }),
            in_force: z.boolean().meta({ description: "Whether it holds for calls of the organization" }),
            wording: z
              .record(z.string(), z.string())
              .nullable()
              .meta({ description: "By language: what a person agrees to, or what a call says; null: no words" }),
          }),
        ),
      })
      .meta({ id: "RulePack" }),
  ),
});

/** What is left out stays as it is. */
export const rulePacksPreviewBody = z.strictObject({
  rule_packs: optional(rulePackNames).meta({ description: "Rule packs that would be chosen" }),
  unconfirmed_rules: optional(unconfirmedRules).meta({
    description: "Rules of them that counsel is to confirm and that would be on",
  }),
  own_rules: optional(ownRules).meta({ description: "Own rules that would hold" }),
  past_days: withDefault(z.number().int().min(0).max(MOST_REPLAYED_DAYS), USUAL_REPLAYED_DAYS).meta({
    description: "The calls of so many days are replayed by these rules; 0: of none",
  }),
});

const count = z.number().int();
const stopped = {
  refused: count.meta({ description: "Contacts that are not called at all" }),
  waiting: count.meta({ description: "Contacts that are called later" }),
};
const ofLaw = {
  pack: z.string().meta({ description: "The version of the pack; `own`: an own rule" }),
  rule: z.string().meta({ description: "The rule's name" }),
  paragraph: z.string().meta({ description: "Where the law says so; empty: an own rule" }),
};
const both = z.object(stopped).meta({ id: "StoppedContacts" });

const stoppedCalls = {
  refused: count.meta({ description: "Calls that would not have been made at all" }),
  waiting: count.meta({ description: "Calls that would not have been made at that time" }),
};
const bothCalls = z.object(stoppedCalls).meta({ id: "StoppedCalls" });

const pastPreview = z
  .object({
    from: time.meta({ description: "From when calls were looked at" }),
    to: time.meta({ description: "Until when" }),
    one_in: count.meta({
      description: `Of so many numbers the calls of one were looked at: about ${MOST_CALLS_REPLAYED} calls; 1: of all`,
    }),
    has_more: z.boolean().meta({ description: "Whether time was over before all of them had been looked at" }),
    calls: count.meta({ description: "Calls that were made" }),
    refused_calls: count.meta({ description: "Calls that a rule of a pack or an own rule refused" }),
    before: bothCalls.meta({ description: "Made calls that the rules of today stop" }),
    after: bothCalls.meta({ description: "Made calls that the rules that are asked about stop" }),
    newly_stopped: count.meta({ description: "Made calls that only the rules that are asked about stop" }),
    allowed: count.meta({ description: "Refused calls that the rules that are asked about let pass" }),
    newly_allowed: count.meta({ description: "Those of them that the rules of today would refuse again" }),
    by_rule: z
      .array(
        z.object({
          ...ofLaw,
          ...stoppedCalls,
          answered: count.meta({ description: "Those of them that a person answered" }),
        }),
      )
      .meta({ description: "The stopped calls by the first rule that stops them" }),
  })
  .meta({ id: "RulePacksPast" });

export const rulePacksPreviewAnswer = z
  .object({
    campaigns: count.meta({ description: "Campaigns that run, are paused or are scheduled" }),
    contacts: count.meta({ description: "Their contacts that are yet to be called and were looked at" }),
    has_more: z.boolean().meta({ description: "Whether there are contacts that were not looked at" }),
    before: both.meta({ description: "By the rules as they are" }),
    after: both.meta({ description: "By the rules that are asked about" }),
    newly_stopped: count.meta({ description: "Contacts whom only the rules that are asked about stop" }),
    by_rule: z
      .array(
        z.object({
          ...ofLaw,
          ...stopped,
        }),
      )
      .meta({ description: "The stopped contacts by the first rule that stops them" }),
    by_campaign: z
      .array(
        z.object({
          campaign_id: count.meta({ description: "The campaign" }),
          name: z.string().meta({ description: "Its name" }),
          contacts: count.meta({ description: "Its contacts that were looked at" }),
          ...stopped,
        }),
      )
      .meta({ description: "The same by campaign" }),
    past: pastPreview
      .nullable()
      .meta({ description: "The production calls of the last days, replayed by these rules; null: of none" }),
  })
  .meta({ id: "RulePacksPreview" });
