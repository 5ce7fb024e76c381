import { fillVariables } from "../agent/agent-definition.ts";
import { createRefusingBudget } from "../agent/value-budget.ts";
import { ModelError } from "../model/chat-model.ts";
import type { AgentGraph, Step } from "./agent-graph.ts";
import type { ConversationDriver } from "./conversation.ports.ts";
import type { ConversationSettings } from "./conversation-settings.ts";

const ON_THE_PHONE =
  "You are speaking with a person on the telephone. All that you write is spoken: short sentences in plain words, " +
  "one question at a time, no lists, markup or emoji. A machine recognised their words, which may hold mistakes.";
const IN_THE_BROWSER = ON_THE_PHONE.replace("on the telephone", "through their browser");
const IN_WRITING = "You are writing with a person in a chat. Write short answers in plain words.";
const MANNERS: Readonly<Record<ConversationDriver, string>> = {
  text: IN_WRITING,
  relay: ON_THE_PHONE,
  turn_webhook: ON_THE_PHONE,
  browser: IN_THE_BROWSER,
};
const FUNCTIONS =
  "When the condition of a function holds, call it; do not announce it, and never speak of functions or steps.";

interface PromptContext {
  context: Readonly<Record<string, unknown>>;
  driver: ConversationDriver;
  settings: Pick<ConversationSettings, "dictionary">;
}

/** The most that values add to a prompt. */
const MOST_FILLED = 200_000;

/**
 * Builds the system prompt of a step: the global prompt, the step's own, and how the reply reaches the person. Throws a
 * `ModelError` where the values of its variables come to too much.
 */
export const buildSystemPrompt = (
  graph: AgentGraph,
  step: Step,
  { context, driver, settings }: PromptContext,
): string => {
  const parts = [
    step.addsGlobalPrompt ? graph.globalPrompt : "",
    step.prompt,
    MANNERS[driver],
    settings.dictionary === "" ? "" : `Names and words that may come up, spelled like this: ${settings.dictionary}`,
    step.kind === "end" ? "These are your last words: say goodbye, ask nothing." : FUNCTIONS,
  ];
  const room = createRefusingBudget(
    MOST_FILLED,
    (sentence) => new ModelError("refused", `The prompt is too long: ${sentence}`),
  );
  return parts
    .map((part) => fillVariables(part, context, room))
    .filter((part) => part !== "")
    .join("\n\n");
};
