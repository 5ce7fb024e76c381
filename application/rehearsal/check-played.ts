import { readGreeting } from "../../domain/agent/agent-definition.ts";
import { readAgentSettings } from "../../domain/agent/agent-settings.ts";
import { isMachine } from "../../domain/answerer/answered-by.rules.ts";
import { listWritten, readGraph } from "../../domain/conversation/agent-graph.ts";
import type { ChatModel } from "../../domain/model/chat-model.ts";
import { checkConversation } from "../../domain/rehearsal/check-conversation.ts";
import type { CheckResult } from "../../domain/rehearsal/check-result.ts";
import { judgeConversation } from "../../domain/rehearsal/judge.ts";
import type { RehearsedScenario } from "../../domain/rehearsal/scenario.ts";
import { checkStanding } from "../../domain/rehearsal/standing-checks.ts";
import type { PlayedScenario, RehearsedAgent } from "./play-scenario.ts";

/** Checks what the scenario expects, and what every agent must keep. Throws `ModelError` where a judge does not answer. */
export const checkPlayed = async (
  { agent, scenario }: { agent: RehearsedAgent; scenario: RehearsedScenario },
  { played, entries, disclosure, variables, model, signal }: PlayedScenario & { model: ChatModel; signal: AbortSignal },
): Promise<CheckResult[]> => {
  const graph = readGraph(agent.definition);
  const checks: CheckResult[] = [];
  // A judge's questions come one after another, because the tokens of each are held before it is asked.
  for (const check of scenario.checks) {
    if (check.kind !== "judge") checks.push(checkConversation({ played, graph }, check));
    else
      checks.push(
        await judgeConversation(model, { entries, question: check.question, expects: check.expects, signal }),
      );
  }
  const given = { ...variables, ...scenario.tools };
  const isHeardByPerson = !isMachine(scenario.answered_by);
  const standing = checkStanding({
    played,
    disclosure,
    isHeardByPerson,
    given,
    language: readAgentSettings(agent.configurations).language,
    written: [readGreeting(agent.definition, variables).text, ...listWritten(graph)],
    instructions: graph.globalPrompt,
  });
  return [...checks, ...standing];
};
