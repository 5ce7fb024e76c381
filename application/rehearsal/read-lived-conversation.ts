import { readAgentSettings } from "../../domain/agent/agent-settings.ts";
import { readDetection } from "../../domain/answerer/answered-by.rules.ts";
import { readConversationSettings } from "../../domain/conversation/conversation-settings.ts";
import { asEndReason } from "../../domain/conversation/turn-session.ts";
import { parseJson, readText } from "../../domain/json/json-value.ts";
import type { ToolAnswer } from "../../domain/rehearsal/scenario.ts";
import type { LivedConversation, LivedTool, LivedTurn } from "../../domain/rehearsal/scenario-from-conversation.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { findPersonOfRun } from "../../infra/postgres/call/run-agent.repository.ts";
import { readToolResult } from "../../infra/postgres/conversation/requested-tool.repository.ts";
import { readSession } from "../../infra/postgres/conversation/session.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";

/** Why no scenario can be made of a run. */
export type Unusable = "no_words" | "words_removed" | "under_way";

export interface LivedRun {
  conversation: LivedConversation;
  /** The definition of the version that talked. */
  definition: Record<string, unknown>;
}

/** Reads a run's conversation, a call's or a text session's, with the answers of its tools. */
export const readLivedConversation = async (
  tx: OrganizationTransaction,
  { run, secrets }: { run: CallRun; secrets: SecretBox },
): Promise<LivedRun | Unusable> => {
  const { conversation, turns, entries } = await readSession(tx, run.id);
  if (!conversation) return "no_words";
  if (conversation.words_removed_at !== null) return "words_removed";
  // Somebody who tries an agent in writing goes on where it stands; a call's end decides what became of it.
  if (conversation.state === "open" && conversation.driver !== "text") return "under_way";
  const kept = entries.filter(({ discarded_at }) => discarded_at === null);
  if (kept.every(({ speaker }) => speaker !== "person" && speaker !== "agent")) return "no_words";
  const version = await tx
    .selectFrom("agent_versions")
    .select(["definition", "configurations"])
    .where("id", "=", run.agent_version_id)
    .executeTakeFirstOrThrow();
  const person = await findPersonOfRun(tx, run);
  const timezone = person?.timezone ?? run.initial_context["timezone"];
  return {
    definition: version.definition,
    conversation: {
      direction: run.direction,
      answeredBy: readDetection(turns[0]?.input["answeredBy"]),
      startedAt: conversation.started_at,
      timezone: typeof timezone === "string" ? timezone : null,
      context: { ...person?.attributes, ...(person?.name && { name: person.name }), ...run.initial_context },
      numbers: [run.direction === "inbound" ? run.caller_number : run.called_number].filter((each) => each !== null),
      turns: turns
        .filter(({ discarded_at }) => discarded_at === null)
        .map(({ number, input }) => ({
          began: readBeginning(input),
          sentences: kept.filter(({ speaker, turn }) => speaker === "agent" && turn === number),
        })),
      tools: await readTools(tx, { entries: kept, secrets }),
      steps: [...kept.map(({ node_id }) => node_id), conversation.node_id].filter((id) => id !== null),
      variables: { ...conversation.gathered, ...run.gathered_context },
      disposition: run.disposition,
      endReason: conversation.end_reason === null ? null : asEndReason(conversation.end_reason),
      idleSeconds: readConversationSettings(readAgentSettings(version.configurations)).idleSeconds,
    },
  };
};

const readBeginning = (input: Record<string, unknown>): LivedTurn["began"] => {
  const [kind, text, digits] = [input["kind"], readText(input["text"]), readText(input["digits"])];
  if (kind === "speech" && text.trim() !== "") return { kind, text };
  if (kind === "digits" && digits !== "") return { kind, digits };
  if (kind === "transfer_ended") return { kind, outcome: readText(input["outcome"]) };
  return { kind: kind === "silence" ? kind : "other" };
};

const readTools = async (
  tx: OrganizationTransaction,
  {
    entries,
    secrets,
  }: { entries: readonly { speaker: string; text: string; tool_call_id: string | null }[]; secrets: SecretBox },
): Promise<LivedTool[]> => {
  const tools: LivedTool[] = [];
  for (const { speaker, text, tool_call_id: uuid } of entries) {
    if (speaker !== "tool" || uuid === null) continue;
    const result = await readToolResult(tx, { uuid, secrets });
    tools.push({ name: text, answer: result && readAnswer(result) });
  }
  return tools;
};

const readAnswer = ({ state, result, error }: NonNullable<Awaited<ReturnType<typeof readToolResult>>>): ToolAnswer =>
  state === "failed"
    ? { fails: error ?? "It failed." }
    : { returns: result === null ? {} : (parseJson(result) ?? result) };
