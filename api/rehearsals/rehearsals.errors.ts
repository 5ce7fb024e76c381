import type { z } from "zod";
import type { Unusable } from "../../application/rehearsal/read-lived-conversation.ts";
import type { DefinitionError } from "../../domain/agent/definition-error.ts";
import { MOST_SCENARIOS_OF_AGENT } from "../../domain/rehearsal/scenario.ts";
import { conflict, HttpError, invalidField, notFound } from "../http/http-error.ts";

export const scenarioNotFound = () => notFound("Scenario");
export const rehearsalNotFound = () => notFound("Rehearsal");
export const conversationNotFound = () => notFound("Conversation");

export const scenarioNameTaken = () =>
  conflict("scenario_name_taken", "The agent has a scenario with this name: choose another name, or change that one");

export const tooManyScenarios = () =>
  new HttpError(
    402,
    "too_many",
    `An agent has at most ${MOST_SCENARIOS_OF_AGENT} scenarios: delete some that tell you nothing new`,
  );

export const nothingToRehearse = () =>
  conflict("nothing_to_rehearse", "The agent has no scenario: make one, for example from a call that was");

export const nothingRed = () =>
  conflict("nothing_red", "Nothing of this rehearsal is red, and its scenarios may be deleted: start another one");

export const modelNeeded = (names: readonly string[]) =>
  conflict(
    "model_needed",
    `The built-in model cannot judge: configure a language model for the organization or the agent, or leave out ${names.map((name) => `"${name}"`).join(", ")}`,
  );

export const questionsNeedModel = () =>
  conflict(
    "model_needed",
    "Questions about a document are written by a language model, and the built-in one cannot: set llm among the organization's models, or models.llm of the agent",
  );

export const documentNotReadable = () =>
  conflict(
    "document_not_readable",
    "The agent does not read this document, or it is not processed yet: give it to the agent, and wait until it is completed",
  );

export const callerModelNeeded = () =>
  invalidField(
    ["caller", "kind"],
    "A persona is played by a language model, and the built-in one cannot: set llm among the organization's models, or models.llm of the agent, or script the caller",
  );

/** The error for a file of scenarios; each fault has its line. */
export const faultyFile = (faults: readonly { line: number; message: string }[]) =>
  new HttpError(
    422,
    "validation_error",
    faults.map(({ line, message }) => ({
      loc: ["body", "yaml", line],
      msg: `Line ${line}: ${message}`,
      type: "value_error",
    })),
  );

export const noSuchVersion = () => invalidField(["version"], "The agent has no version with this number");

/** The error for a version that could not take a call. */
export const cannotBeRehearsed = (errors: readonly DefinitionError[]) =>
  new HttpError(409, "invalid_definition", { is_valid: false, errors });

export const unknownScenarios = (ids: readonly number[]) =>
  invalidField(["scenario_ids"], `The agent has no scenarios ${ids.join(", ")}`, "unknown_reference");

export const tooManyRehearsals = (most: number) =>
  conflict(
    "rehearsals_under_way",
    `${most} rehearsals of the organization are under way: wait until one is done, or cancel one`,
  );

export const rehearsalCommandRefused = (sentence: string) => conflict("rehearsal_over", sentence);

const WHY_UNUSABLE: Readonly<Record<Unusable, string>> = {
  no_words: "Nothing was said in this run: make the scenario of one with a conversation",
  words_removed: "The words of this run were removed, by request or at the end of their time",
  under_way: "The call is under way: make the scenario when it has ended",
};

export const runWithoutScenario = (why: Unusable) => conflict("no_conversation", WHY_UNUSABLE[why]);

/** The error for a conversation that goes over what a scenario may hold. */
export const cannotBecomeScenario = ({ issues }: z.ZodError) => {
  const faults = issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
  return conflict("no_conversation", `No scenario can be made of this conversation: ${faults}`);
};
