import { createConversationPorts } from "../../application/conversation/conversation-ports.ts";
import type { Conversation } from "../../domain/conversation/conversation.ts";
import { openConversation } from "../../domain/conversation/open-conversation.ts";
import type { TurnSession } from "../../domain/conversation/turn-session.ts";
import { readPublicBaseUrl } from "../../infra/config/config.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { callRunContract } from "../../workflows/call-run/call-run.contract.ts";
import type { ApiDependencies } from "../http/operation-context.ts";

export interface CallToTalkIn {
  run: Pick<CallRun, "organization_id" | "uuid">;
  driver: "relay" | "turn_webhook";
}

/** Opens the conversation of a call from its rows; the agent's actions go into the session. */
export const openCallConversation = (
  deps: ApiDependencies,
  { run, driver }: CallToTalkIn,
  session: TurnSession,
): Promise<Conversation> =>
  openConversation(
    createConversationPorts(deps, {
      publicBaseUrl: readPublicBaseUrl(deps.config),
      workflowIdOf: callRunContract.workflowId,
    }),
    {
      organizationId: run.organization_id,
      runUuid: run.uuid,
      driver,
      session,
    },
  );
