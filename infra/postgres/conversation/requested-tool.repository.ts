import type { ToolRequest, ToolResult, TurnClaim } from "../../../domain/conversation/conversation.ports.ts";
import { SupersededError } from "../../../domain/conversation/conversation.ports.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { ToolCall } from "./tool-call.entity.ts";

type ToolCallRow = Pick<ToolCall, "uuid" | "request_id" | "arguments_sealed" | "result_sealed" | "state" | "error">;

/** Returns the context for which arguments and results of a tool call are sealed. */
export const buildToolCallSealContext = (uuid: string): string => `tool-call:${uuid}`;

/** Stores a tool call of the model before anything is sent. */
export const requestTool = async (
  tx: OrganizationTransaction,
  { claim, request, secrets }: { claim: TurnClaim; request: ToolRequest; secrets: SecretBox },
): Promise<void> => {
  const holder = await tx
    .selectFrom("conversations")
    .select("run_id")
    .where("run_id", "=", claim.runId)
    .where("active_token", "=", claim.token)
    .executeTakeFirst();
  if (!holder) throw new SupersededError("the turn is another's by now");
  await tx
    .insertInto("tool_calls")
    .values({
      uuid: request.uuid,
      organization_id: claim.organizationId,
      run_id: claim.runId,
      turn: claim.number,
      tool_uuid: request.toolUuid,
      name: request.name,
      // Some servers start numbering their calls again with each answer.
      request_id: `${request.requestId}:${request.uuid}`,
      arguments_sealed: secrets.seal(request.arguments, buildToolCallSealContext(request.uuid)),
    })
    .execute();
};

/** Returns null while there is no result. */
export const readToolResult = async (
  tx: OrganizationTransaction,
  { uuid, secrets }: { uuid: string; secrets: SecretBox },
): Promise<ToolResult | null> => {
  const row = await tx.selectFrom("tool_calls").selectAll().where("uuid", "=", uuid).executeTakeFirst();
  if (!row || row.state === "proposed" || row.state === "requested" || row.state === "running") return null;
  const result = row.result_sealed && secrets.open(row.result_sealed, buildToolCallSealContext(uuid));
  return { state: row.state, result, error: row.error };
};

/** Returns a tool call as the model sees it. */
export const openToolCall = (row: ToolCallRow, secrets: SecretBox) => ({
  id: row.request_id.split(":")[0] ?? row.request_id,
  arguments: secrets.open(row.arguments_sealed, buildToolCallSealContext(row.uuid)),
  result: resultOf(row, secrets),
});

const resultOf = (row: ToolCallRow, secrets: SecretBox): string | null => {
  if (row.state === "done")
    return row.result_sealed === null ? "{}" : secrets.open(row.result_sealed, buildToolCallSealContext(row.uuid));
  return row.state === "failed" ? JSON.stringify({ error: row.error ?? "It failed." }) : null;
};
