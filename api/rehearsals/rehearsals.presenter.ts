import { keptEstimate } from "../../application/rehearsal/estimate-rehearsal.ts";
import { addUsage, type RunModelUsage } from "../../domain/model/model-usage.ts";
import type { ComparedConversation, RehearsalComparison } from "../../domain/rehearsal/compare-rehearsals.ts";
import type { ReportedConversation } from "../../domain/rehearsal/junit-report.ts";
import { isRehearsalOver, type RehearsalCounts } from "../../domain/rehearsal/rehearsal.rules.ts";
import { rehearsedResult } from "../../domain/rehearsal/rehearsed-result.ts";
import { rehearsedScenario, scenarioContent } from "../../domain/rehearsal/scenario.ts";
import type { Rehearsal } from "../../infra/postgres/rehearsal/rehearsal.entity.ts";
import type { RehearsalConversation } from "../../infra/postgres/rehearsal/rehearsal-conversation.entity.ts";
import type { Scenario } from "../../infra/postgres/rehearsal/scenario.entity.ts";

export const presentScenario = (row: Scenario) => ({
  id: row.id,
  workflow_id: row.agent_id,
  name: row.name,
  ...scenarioContent.parse(row.content),
  runs: row.runs,
  must_pass: row.must_pass,
  source: row.source,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

const presentUsage = (usage: RunModelUsage | null) =>
  usage && {
    requests: usage.requests,
    prompt_tokens: usage.prompt_tokens,
    completion_tokens: usage.completion_tokens,
    cost_minor: usage.cost_minor,
    currency: usage.currency,
  };

export const presentRehearsal = (row: Rehearsal, counts: RehearsalCounts) => ({
  id: row.id,
  workflow_id: row.agent_id,
  version_number: row.version_number,
  definition_digest: row.definition_digest,
  state: row.state,
  environment: row.environment,
  passed: isRehearsalOver(row.state) ? hasPassed(counts) : null,
  counts,
  estimate: keptEstimate.parse(row.estimate),
  created_at: row.created_at,
  ended_at: row.ended_at,
});

const hasPassed = ({ red, failed, canceled }: RehearsalCounts): boolean => red + failed + canceled === 0;

export const presentConversation = (row: RehearsalConversation) => {
  const scenario = rehearsedScenario.parse(row.scenario);
  const result = row.result && rehearsedResult.parse(row.result);
  return {
    id: row.id,
    scenario_id: row.scenario_id,
    scenario_name: scenario.name,
    must_pass: scenario.must_pass,
    run_number: row.run_number,
    state: row.state,
    tries: row.tries,
    checks: result?.checks ?? [],
    turns: result?.turns ?? null,
    lines_left: result?.lines_left ?? null,
    tools_without_answer: result?.tools_without_answer ?? [],
    error: result?.error ?? (row.state === "failed" ? NOT_PLAYED : null),
    usage: presentUsage(row.model_usage),
    started_at: row.started_at,
    ended_at: row.ended_at,
  };
};

const NOT_PLAYED = "It could not be played in any of its tries: run it again";

export const presentWholeRehearsal = (
  row: Rehearsal,
  {
    counts,
    conversations,
    compared,
  }: {
    counts: RehearsalCounts;
    conversations: readonly RehearsalConversation[];
    compared: (RehearsalComparison & { rehearsal_id: number; version_number: number }) | null;
  },
) => ({
  ...presentRehearsal(row, counts),
  usage: presentUsage(sumOf(conversations)),
  compared,
  conversations: conversations.map(presentConversation),
});

/** Returns what is compared of conversations that were played. */
export const readCompared = (rows: readonly RehearsalConversation[]): ComparedConversation[] =>
  rows.flatMap((row) => {
    if (row.state !== "green" && row.state !== "red") return [];
    const result = rehearsedResult.parse(row.result);
    return [
      {
        scenario: rehearsedScenario.parse(row.scenario).name,
        run: row.run_number,
        isGreen: row.state === "green",
        firstWordsMs: result.first_words_ms,
        tokens: row.model_usage === null ? 0 : row.model_usage.prompt_tokens + row.model_usage.completion_tokens,
        turns: result.turns,
      },
    ];
  });

/** Returns a conversation as a report for continuous integration shows it. */
export const presentReported = (row: RehearsalConversation, runs: number): ReportedConversation => {
  const { scenario_name: scenario, state, checks, error } = presentConversation(row);
  const playedMs = row.started_at && row.ended_at ? row.ended_at.getTime() - row.started_at.getTime() : 0;
  return {
    scenario,
    run: row.run_number,
    runs,
    state,
    seconds: Math.max(playedMs, 0) / 1000,
    faults: checks.filter(({ passed }) => !passed),
    error,
  };
};

const sumOf = (conversations: readonly RehearsalConversation[]): RunModelUsage | null =>
  conversations.reduce<RunModelUsage | null>(
    (sum, { model_usage: usage }) => (sum && usage ? addUsage(sum, usage) : (usage ?? sum)),
    null,
  );

export const presentWholeConversation = (row: RehearsalConversation) => {
  const result = row.result && rehearsedResult.parse(row.result);
  return {
    ...presentConversation(row),
    words: result?.words ?? [],
    steps: result?.steps ?? [],
    variables: result?.variables ?? {},
    end_reason: result?.end_reason ?? null,
    disposition: result?.disposition ?? null,
    answered_by: result?.answered_by ?? null,
    opted_out: result?.opted_out ?? null,
    first_words_ms: result?.first_words_ms ?? [],
    scenario: row.scenario,
  };
};
