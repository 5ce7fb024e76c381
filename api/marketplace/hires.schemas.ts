import { z } from "zod";
import { VOICE_GENDERS } from "../../domain/agent/agent-voice.ts";
import { LONGEST_HIRE_ANSWER } from "../../domain/template/hire-needs.ts";
import { HIRE_NEEDS, HIRE_STEPS } from "../../domain/template/hire-progress.rules.ts";
import { agentBody } from "../agents/agents.answers.ts";
import { idParameter, nullableTime, optional, time } from "../http/fields.ts";
import { requestAnswer } from "../requests/requests.schemas.ts";
import { LONGEST_WORD, languageTag, word } from "./marketplace.schemas.ts";

export const hireParams = z.object({ workflow_id: idParameter });

const answer = z
  .union([z.string().trim().max(LONGEST_HIRE_ANSWER), z.number(), z.boolean()])
  .nullable()
  .transform((value) => (value === null ? "" : String(value)));

export const hireBody = z.strictObject({
  agent_name: word.meta({ description: "The agent's name, with which it also introduces itself" }),
  variables: optional(z.record(z.string().max(LONGEST_WORD), answer)).meta({
    description: "By the keys of the template's `variables`; one that is left out has its default",
  }),
  greeting: optional(z.string().trim().min(1).max(LONGEST_HIRE_ANSWER)).meta({
    description: "The first words, in place of the template's",
  }),
  voice_id: optional(z.string().trim().min(1).max(200)),
  voice_gender: optional(z.enum(VOICE_GENDERS)),
  language: optional(languageTag).meta({ description: "One of the template's `languages`; its first when left out" }),
  source: optional(word).meta({ description: "Where it was hired, such as the name of a page; it is kept" }),
});

export const upgradeBody = z.strictObject({
  variables: optional(z.record(z.string().max(LONGEST_WORD), answer)).meta({
    description: "Answers to questions that the new version asks; those that were given before still hold",
  }),
});

const upgradeFields = { from_version: z.string(), to_version: z.string() };
const proposedUpgrade = requestAnswer.extend(upgradeFields).meta({ id: "ProposedUpgrade" });
const emptyUpgrade = z
  .object({
    event_id: z.null().meta({ description: "There is nothing to publish: the agent follows the version already" }),
    workflow_id: z.number().int(),
    detail: z.string(),
    ...upgradeFields,
  })
  .meta({ id: "EmptyUpgrade" });
export const upgradeAnswer = z.union([proposedUpgrade, emptyUpgrade]);

const missing = z.array(z.object({ kind: z.enum(HIRE_NEEDS), name: z.string().nullable(), detail: z.string() })).meta({
  description:
    "What it still needs from you: credentials of its tools, apps to sign in to, a language model, a model that reads its documents",
});

export const hiredAgentBody = agentBody.extend({ missing }).meta({ id: "HiredAgent" });

export const hireAnswer = z
  .object({
    workflow_id: z.number().int(),
    template_id: z.string(),
    template_version: z.string(),
    newer_version: z
      .string()
      .nullable()
      .meta({ description: "The version of the template that the agent can be upgraded to" }),
    state: z.enum(["running", "hired", "failed"]),
    steps: z.array(z.object({ name: z.enum(HIRE_STEPS), state: z.enum(["done", "at_work", "waiting"]) })),
    missing,
    error: z.string().nullable().meta({ description: "Why it failed; nothing of it is left then" }),
    created_at: time,
    finished_at: nullableTime,
  })
  .meta({ id: "Hire" });
