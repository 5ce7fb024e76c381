import { silentSession } from "../../domain/conversation/silent-session.ts";
import type { ApiDependencies } from "../http/operation-context.ts";
import { type CallToTalkIn, openCallConversation } from "./open-call-conversation.ts";

/** Stops the reply in progress when the call is over. An ended conversation is not changed. */
export const leaveConversation = async (deps: ApiDependencies, run: CallToTalkIn["run"]): Promise<void> => {
  const conversation = await openCallConversation(deps, { run, driver: "relay" }, silentSession);
  await conversation.personLeft();
};
