import { openBriefing } from "../../application/call/briefing-conversation.ts";
import type { Conversation } from "../../domain/conversation/conversation.ts";
import type { TurnSession } from "../../domain/conversation/turn-session.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { TRANSFER_MODE } from "../../infra/postgres/call/call-transfers.repository.ts";
import type { ApiDependencies } from "../http/operation-context.ts";
import { type CallToTalkIn, openCallConversation } from "./open-call-conversation.ts";

/** Opens what is said on a call's line: the agent's conversation, or with a person who is to take a caller the briefing. */
export const openLineConversation = (
  deps: ApiDependencies,
  { run, driver }: { run: CallRun; driver: CallToTalkIn["driver"] },
  session: TurnSession,
): Promise<Conversation> =>
  run.mode === TRANSFER_MODE
    ? openBriefing(deps.database, run, session)
    : openCallConversation(deps, { run, driver }, session);
