import type { Conversation } from "../../infra/conversation/conversation.ts";
import type { TurnSession } from "../../infra/conversation/turn-session.ts";
import type { Run } from "../../infra/postgres/call/call-run.repository.ts";
import type { ApiDependencies } from "../http/operation-context.ts";

export interface CallToTalkIn {
  run: Run;
  driver: "relay" | "turn_webhook";
}

/** The conversation of a call, as its rows have it; what the agent does goes into the session. */
export const openCallConversation = async (
  _deps: ApiDependencies,
  _call: CallToTalkIn,
  _session: TurnSession,
): Promise<Conversation> => {
  throw new Error("not built yet");
};
