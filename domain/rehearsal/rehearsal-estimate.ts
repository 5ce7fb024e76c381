import { estimateTokens, type TokenUsage } from "../model/model-usage.ts";
import type { RehearsedScenario } from "./scenario.ts";

/** What is sent with each request beside the agent's own texts: the words so far, functions and documents. */
const CONTEXT_TOKENS = 600;
const REPLY_TOKENS = 60;
/** A persona says about so much before it has what it wants. */
const EXPECTED_PERSONA_LINES = 8;
/** The step that a request sends is a part of the definition; half is the usual share of small agents. */
const SHARE_OF_DEFINITION = 0.5;

export interface ExpectedUsage extends TokenUsage {
  requests: number;
}

/** Returns the tokens that one conversation of a scenario may be expected to use. */
export const estimateScenario = (
  { caller, checks }: Pick<RehearsedScenario, "caller" | "checks">,
  { definitionCharacters }: { definitionCharacters: number },
): ExpectedUsage => {
  // Before each line the agent has spoken, mostly after one request; some turns take a second one.
  const turns = (caller.kind === "persona" ? EXPECTED_PERSONA_LINES : caller.lines.length) + 1;
  const played = caller.kind === "persona" ? EXPECTED_PERSONA_LINES : 0;
  const conclusions = checks.some(({ kind }) => kind === "variable" || kind === "disposition") ? 1 : 0;
  const requests = Math.ceil(turns * 1.3) + conclusions + played;
  const ofAgent = Math.ceil(estimateTokens(definitionCharacters) * SHARE_OF_DEFINITION);
  return {
    requests,
    promptTokens: requests * (ofAgent + CONTEXT_TOKENS),
    completionTokens: requests * REPLY_TOKENS,
  };
};

/** Adds up what several conversations may be expected to use. */
export const addExpected = (usages: readonly ExpectedUsage[]): ExpectedUsage =>
  usages.reduce(
    (sum, usage) => ({
      requests: sum.requests + usage.requests,
      promptTokens: sum.promptTokens + usage.promptTokens,
      completionTokens: sum.completionTokens + usage.completionTokens,
    }),
    { requests: 0, promptTokens: 0, completionTokens: 0 },
  );
