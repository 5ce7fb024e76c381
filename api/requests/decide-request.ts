import { shortenSummary } from "../../domain/timeline/shorten-summary.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findRequest } from "../../infra/postgres/request/settle-request.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requestNotFound } from "./requests.errors.ts";
import { presentRequest } from "./requests.presenter.ts";
import type { decideBody } from "./requests.schemas.ts";
import { settleAndSignal } from "./settle-and-signal.ts";
import { settleRequestAndRecord } from "./settle-request-and-record.ts";

/**
 * Answers a question, once. The row is written before its workflow is signalled; a sweep repairs what a crash leaves in
 * between.
 */
export const decideRequest = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof decideBody }>,
) => {
  const { event_id: eventId, choice, text } = body;
  const row = await settleAndSignal(context, () =>
    context.inOrganization(async (tx) => {
      if (choice !== undefined) await requireChoice(tx, { eventId, choice });
      const settled = await settleRequestAndRecord(context, tx, {
        eventId,
        kind: "question",
        decision: "answered",
        answer: choice === undefined ? { text } : { choice },
        event: { kind: "decision", summary: shortenSummary(choice ?? text ?? "") },
      });
      context.keepAnswer(tx, presentRequest(settled));
      return settled;
    }),
  );
  return presentRequest(row);
};

const requireChoice = async (
  tx: OrganizationTransaction,
  { eventId, choice }: { eventId: number; choice: string },
): Promise<void> => {
  const question = await findRequest(tx, { eventId, kind: "question" });
  if (!question) throw requestNotFound("question");
  const { choices } = question.subject;
  const known = Array.isArray(choices) ? choices.filter((each) => typeof each === "string") : [];
  if (known.includes(choice)) return;
  const says = known.length === 0 ? "The question names no choices: send text" : `One of: ${known.join(", ")}`;
  throw invalidField(["choice"], says);
};
