import { Context } from "@temporalio/activity";
import { concludeConversation } from "../../infra/postgres/conversation/conclude-conversation.ts";
import type { CallRunInput } from "../../workflows/call-run/call-run.contract.ts";
import type { FollowUpResult } from "../../workflows/call-run/call-run.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { closeConversation } from "./close-conversation.ts";

/** A model that is away for so many tries leaves a call without conclusions. */
const LAST_TRY = 12;

/** Draws variables and disposition from the words of a call that is over; a conversation left open is ended before. */
export const concludeCall = async (
  deps: WorkerDependencies,
  { organizationId, runUuid }: CallRunInput,
): Promise<FollowUpResult> => {
  const talk = await deps.database.inOrganization(organizationId, (tx) => closeConversation(tx, runUuid));
  if (!talk) return { kind: "done" };
  const isLastTry = Context.current().info.attempt >= LAST_TRY;
  await concludeConversation(deps, { organizationId, runUuid, isLastTry });
  return { kind: "done" };
};
