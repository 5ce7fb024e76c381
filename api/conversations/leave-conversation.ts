import { silentSession } from "../../domain/conversation/silent-session.ts";
import type { ApiDependencies } from "../http/operation-context.ts";
import { openCallConversation } from "./open-call-conversation.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";

/** The call is over: whoever thinks about a reply stops. A conversation that has ended stays as it ended. */
export const leaveConversation = async (deps: ApiDependencies, run: CallRun): Promise<void> => {
  const conversation = await openCallConversation(deps, { run, driver: "relay" }, silentSession);
  await conversation.personLeft();
};
