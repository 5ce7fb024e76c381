import { z } from "zod";
import { DETECTIONS } from "../answerer/answered-by.rules.ts";
import { limitedJson } from "../json/limited-json.ts";
import { withDefault } from "../json/optional-field.ts";
import { timeZone } from "../time/time-zone-field.ts";
import { READY_PERSONAS } from "./personas.data.ts";
import { LONGEST_LINE, scenarioCheck } from "./scenario-check.ts";

const LONGEST_NAME = 200;
const MOST_LINES = 60;
const MOST_CHECKS = 50;
const MOST_TOOLS = 50;
/** Each run of a scenario is a conversation of its own. */
export const MOST_RUNS = 10;
/** A suite that is longer is two suites. */
export const MOST_SCENARIOS_OF_AGENT = 200;
/** The JSON of a scenario, which each of its conversations keeps. */
export const LONGEST_SCENARIO_CHARACTERS = 64_000;

const json = limitedJson(z.unknown());
const words = z.string().trim().min(1).max(LONGEST_LINE);

const DOES = ["say", "press", "silence_seconds", "hang_up"] as const;

/** What a scripted caller does when the agent lets them speak. */
const callerLine = z
  .strictObject({
    when: words.optional(),
    say: words.optional(),
    press: z
      .string()
      .regex(/^[0-9*#A-D]{1,40}$/, "must be keys: 0-9, *, #, A-D")
      .optional(),
    silence_seconds: z.number().int().min(1).max(600).optional(),
    hang_up: z.literal(true).optional(),
    interrupts_after_words: z.number().int().min(0).max(200).optional(),
  })
  .superRefine((line, context) => {
    if (DOES.filter((does) => line[does] !== undefined).length !== 1)
      context.addIssue({ code: "custom", message: "A line has one of say, press, silence_seconds and hang_up" });
    if (line.interrupts_after_words !== undefined && line.silence_seconds !== undefined)
      context.addIssue({
        code: "custom",
        path: ["interrupts_after_words"],
        message: "Silence interrupts nobody: give say, press or hang_up",
      });
  });
export type CallerLine = z.output<typeof callerLine>;

const scriptedCaller = z.strictObject({ kind: z.literal("scripted"), lines: z.array(callerLine).max(MOST_LINES) });

export type ScriptedCaller = z.output<typeof scriptedCaller>;

export const PERSONA_NAMES = READY_PERSONAS.map(({ name }) => name);

/** A caller whom a language model plays: a ready one by its name, or one whose manners are written out. */
const personaCaller = z
  .strictObject({
    kind: z.literal("persona"),
    persona: z.enum(PERSONA_NAMES).optional(),
    who: words.optional(),
    wants: words.optional(),
    never: words.optional(),
    model: z.string().trim().min(1).max(LONGEST_NAME).optional(),
  })
  .superRefine(({ persona, who, wants }, context) => {
    if (persona !== undefined) return;
    for (const [field, value] of Object.entries({ who, wants }))
      if (value === undefined)
        context.addIssue({
          code: "custom",
          path: [field],
          message: `Say who the caller is and what they want, or name a ready persona: ${PERSONA_NAMES.join(", ")}`,
        });
  });
export type PersonaCaller = z.output<typeof personaCaller>;

/** What a tool answers in place of the request that it would send. */
const toolAnswer = z
  .strictObject({
    returns: json.optional(),
    fails: z.string().trim().min(1).max(LONGEST_LINE).optional(),
    after_ms: z.number().int().min(0).max(600_000).optional(),
  })
  .superRefine(({ returns, fails }, context) => {
    if (returns !== undefined && fails !== undefined)
      context.addIssue({ code: "custom", message: "A tool returns or fails, not both" });
  });
export type ToolAnswer = z.output<typeof toolAnswer>;

const replacedDocument = z.strictObject({
  name: z.string().trim().min(1).max(LONGEST_NAME),
  text: z.string().trim().min(1).max(10_000),
});

const MOST_DOCUMENTS = 20;
export const DIRECTIONS = ["inbound", "outbound"] as const;
/** What the carrier tells of who answered, as the agent begins: a word of the run, or a fax machine. */
export const ANSWERED_BY = DETECTIONS;
export const TRANSFER_RESULTS = ["answered", "busy", "no_answer", "failed"] as const;

export const scenarioFields = {
  caller: z.discriminatedUnion("kind", [scriptedCaller, personaCaller]),
  context: withDefault(limitedJson(z.record(z.string(), z.unknown())), {}),
  direction: withDefault(z.enum(DIRECTIONS), "outbound"),
  answered_by: withDefault(z.enum(ANSWERED_BY), "person"),
  now: z.iso.datetime({ offset: true }).optional(),
  timezone: timeZone.optional(),
  tools: withDefault(
    z
      .record(z.string().min(1).max(LONGEST_NAME), toolAnswer)
      .refine((tools) => Object.keys(tools).length <= MOST_TOOLS, `must name at most ${MOST_TOOLS} tools`),
    {},
  ),
  documents: withDefault(z.union([z.literal("real"), z.array(replacedDocument).max(MOST_DOCUMENTS)]), "real"),
  transfer: withDefault(z.enum(TRANSFER_RESULTS), "answered"),
  checks: withDefault(z.array(scenarioCheck).max(MOST_CHECKS), []),
};

export const scenarioName = z.string().trim().min(1).max(LONGEST_NAME);

/** The part of a scenario that decides how its conversation goes and what is expected of it. */
export const scenarioContent = z.strictObject(scenarioFields);
export type ScenarioContent = z.output<typeof scenarioContent>;

/** A scenario as each of its conversations keeps it. */
export const rehearsedScenario = scenarioContent.extend({ name: scenarioName, must_pass: z.boolean() });
export type RehearsedScenario = z.output<typeof rehearsedScenario>;

/** Tells whether a scenario asks more of a model than the built-in one can: to judge, or to play a caller. */
export const needsModel = ({ caller, checks }: Pick<ScenarioContent, "caller" | "checks">): boolean =>
  caller.kind === "persona" || checks.some(({ kind }) => kind === "judge");
