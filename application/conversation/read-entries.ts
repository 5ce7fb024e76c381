import type { ConversationEntry, FunctionCall } from "../../domain/conversation/entries.ts";
import { openToolCall } from "../../infra/postgres/conversation/requested-tool.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";

/** Reads the entries that were heard or done, in order, with the present results of tools. */
export const readEntries = async (
  tx: OrganizationTransaction,
  { runId, secrets }: { runId: number; secrets: SecretBox },
): Promise<ConversationEntry[]> => {
  const rows = await tx
    .selectFrom("conversation_entries as e")
    .leftJoin("tool_calls as t", "t.uuid", "e.tool_call_id")
    .select(["e.id", "e.at", "e.speaker", "e.text", "e.heard", "e.details"])
    .select(["t.uuid", "t.request_id", "t.arguments_sealed", "t.result_sealed", "t.state", "t.error"])
    .where("e.run_id", "=", runId)
    .where("e.discarded_at", "is", null)
    .orderBy("e.id")
    .execute();
  return rows.map((row): ConversationEntry => {
    if (row.speaker === "agent") return { speaker: "agent", text: row.text, heard: row.heard };
    if (row.speaker === "person") return { speaker: "person", text: row.text, id: row.id, at: row.at.toISOString() };
    if (row.speaker === "supervisor" || row.speaker === "whisper")
      return { speaker: row.speaker, text: row.text, id: row.id };
    if (row.speaker === "step" || row.details) {
      return { speaker: row.speaker, call: answeredCall(row.text, row.details ?? {}) };
    }
    const { uuid, request_id, arguments_sealed, state } = row;
    if (!uuid || !request_id || !arguments_sealed || !state)
      return { speaker: "tool", call: { id: "lost", name: row.text, arguments: "{}", result: null } };
    const call = { uuid, request_id, arguments_sealed, state, result_sealed: row.result_sealed, error: row.error };
    return { speaker: "tool", call: { name: row.text, toolCallId: uuid, ...openToolCall(call, secrets) } };
  });
};

const answeredCall = (name: string, details: Record<string, unknown>): FunctionCall => ({
  id: textOf(details["id"]) ?? "step",
  name,
  arguments: textOf(details["arguments"]) ?? "{}",
  result: textOf(details["result"]),
  ...(typeof details["requestId"] === "number" && { requestId: details["requestId"] }),
});

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
