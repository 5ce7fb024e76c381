import { findRehearsalConversation } from "../../infra/postgres/rehearsal/rehearsal-conversation.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireRehearsal } from "./read-rehearsal-answer.ts";
import { conversationNotFound } from "./rehearsals.errors.ts";
import { presentWholeConversation } from "./rehearsals.presenter.ts";
import type { conversationParams } from "./rehearsals.schemas.ts";

/** Returns a conversation of a rehearsal with every word. */
export const getConversation = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof conversationParams }>,
) =>
  context.inOrganization(async (tx) => {
    const rehearsal = await requireRehearsal(tx, params);
    const row = await findRehearsalConversation(tx, rehearsal.id, params.conversation_id);
    if (!row) throw conversationNotFound();
    return presentWholeConversation(row);
  });
