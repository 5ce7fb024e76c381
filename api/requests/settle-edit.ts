import type { z } from "zod";
import { discardEdit, publishEdit } from "../../infra/postgres/request/propose-edit.ts";
import { completeUpgrade } from "../../infra/postgres/template/hire-upgrade.repository.ts";
import { conflict } from "../http/http-error.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentRequest } from "./requests.presenter.ts";
import type { settleEditBody } from "./requests.schemas.ts";
import { settleRequestAndRecord } from "./settle-request-and-record.ts";
import { signalRequestWorkflow } from "../signal-request-workflow.ts";

/** Publishes or discards a proposed change, once. A draft that is not the one that was shown is not published. */
export const settleEdit = async (context: OperationContext, { body }: { body: z.output<typeof settleEditBody> }) => {
  const publishes = body.decision === "publish";
  const row = await context.inOrganization(async (tx) => {
    const request = await settleRequestAndRecord(context, tx, {
      eventId: body.event_id,
      kind: "edit",
      decision: publishes ? "published" : "discarded",
      answer: body.note === undefined ? {} : { note: body.note },
      event: { kind: "edit_settled", summary: publishes ? "The change was published" : "The change was discarded" },
    });
    if (!publishes) await discardEdit(tx, request);
    else {
      refuseUnlessPublished(await publishEdit(tx, request, context.clock.now()));
      await completeUpgrade(tx, request);
    }
    await context.keepAnswer(tx, presentRequest(request));
    return request;
  });
  await signalRequestWorkflow(context, row);
  return presentRequest(row);
};

/** A refusal leaves the request open, because the transaction is rolled back. */
const refuseUnlessPublished = (outcome: Awaited<ReturnType<typeof publishEdit>>): void => {
  if (outcome === "published") return;
  if (outcome === "moved") {
    throw conflict("draft_moved", "The draft has changed since it was proposed: look at it, or discard the proposal");
  }
  throw conflict("draft_faulty", `The draft cannot be published: ${outcome.fault}`);
};
