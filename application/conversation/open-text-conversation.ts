import type { Conversation } from "../../domain/conversation/conversation.ts";
import { openConversation } from "../../domain/conversation/open-conversation.ts";
import { silentSession } from "../../domain/conversation/silent-session.ts";
import type { TurnSession } from "../../domain/conversation/turn-session.ts";
import type { Adapters } from "../../infra/adapters.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { textSessionContract } from "../../workflows/text-session/text-session.contract.ts";
import { createConversationPorts } from "./conversation-ports.ts";

interface TextTurn {
  run: Pick<CallRun, "organization_id" | "uuid">;
  publicBaseUrl: string;
  session?: TurnSession;
}

/** Opens the conversation of a text session, for one turn of it. */
export const openTextConversation = (
  adapters: Adapters,
  { run, publicBaseUrl, session = silentSession }: TextTurn,
): Promise<Conversation> =>
  openConversation(createConversationPorts(adapters, { publicBaseUrl, workflowIdOf: textSessionContract.workflowId }), {
    organizationId: run.organization_id,
    runUuid: run.uuid,
    driver: "text",
    session,
  });
