import { toFunctionName } from "../../domain/agent/function-name.ts";
import type { ToolResult } from "../../domain/conversation/conversation.ports.ts";
import { isRecord } from "../../domain/json/json-value.ts";
import type { ToolAnswer } from "../../domain/rehearsal/scenario.ts";

/** The name under which a scenario answers the request for variables before the greeting. */
export const VARIABLES_BEFORE_CALL = "pre_call_fetch";

/** The answers that a scenario gives in place of its agent's tools. */
export interface RehearsedTools {
  answer(names: readonly string[]): ToolResult;
  /** The variables that the organization's own system would give. */
  variables(): Record<string, unknown>;
  /** What people would answer to a request of the agent; null: nobody answers during the call. */
  people(names: readonly string[]): string | null;
  readonly unanswered: readonly string[];
}

/** A tool is named as people name it, or as the model calls it. `passed` hears how long each would have taken. */
export const createRehearsedTools = (
  answers: Readonly<Record<string, ToolAnswer>>,
  passed: (durationMs: number) => void,
): RehearsedTools => {
  const unanswered = new Set<string>();
  const find = (names: readonly string[]): ToolAnswer | undefined => {
    const wanted = new Set(names.flatMap((name) => [name, toFunctionName(name, name)]));
    const found = Object.entries(answers).find(([name]) => wanted.has(name) || wanted.has(toFunctionName(name, name)));
    passed(found?.[1].after_ms ?? 0);
    return found?.[1];
  };
  return {
    get unanswered() {
      return [...unanswered];
    },
    answer: (names) => {
      const answer = find(names);
      if (!answer && names[0] !== undefined) unanswered.add(names[0]);
      if (answer?.fails !== undefined) return { state: "failed", result: null, error: answer.fails };
      return { state: "done", result: JSON.stringify(answer?.returns ?? {}), error: null };
    },
    variables: () => {
      const given = find([VARIABLES_BEFORE_CALL]);
      return isRecord(given?.returns) ? given.returns : {};
    },
    people: (names) => {
      const answer = find(names)?.returns;
      if (answer === undefined || answer === null) return null;
      return typeof answer === "string" ? answer : JSON.stringify(answer);
    },
  };
};
