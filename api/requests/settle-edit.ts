import { discardEdit, lockShownDraft, publishShownDraft } from "../../application/request/propose-edit.ts";
import { completeUpgrade } from "../../application/template/follow-upgrade.ts";
import type { AgentDefinition } from "../../domain/agent/agent-definition.ts";
import { checkDefinition } from "../../domain/agent/check-definition.ts";
import { readDefinition } from "../../domain/agent/read-definition.ts";
import type { Agent } from "../../infra/postgres/agent/agent.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import { checkReferences } from "../check-references.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireQuota } from "../require-quota.ts";
import { requireRehearsed } from "../require-rehearsed.ts";
import { draftFaulty, draftMoved } from "./requests.errors.ts";
import { presentRequest } from "./requests.presenter.ts";
import type { settleEditBody } from "./requests.schemas.ts";
import { settleAndSignal } from "./settle-and-signal.ts";
import { settleRequestAndRecord } from "./settle-request-and-record.ts";

/** Publishes or discards a proposed change, once. A draft that is not the one that was shown is not published. */
export const settleEdit = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof settleEditBody }>,
) => {
  const publishes = body.decision === "publish";
  const row = await settleAndSignal(context, () =>
    context.inOrganization(async (tx) => {
      const request = await settleRequestAndRecord(context, tx, {
        eventId: body.event_id,
        kind: "edit",
        decision: publishes ? "published" : "discarded",
        answer: body.note === undefined ? {} : { note: body.note },
        event: { kind: "edit_settled", summary: publishes ? "The change was published" : "The change was discarded" },
      });
      await (publishes ? publishEdit(context, tx, request) : discardEdit(tx, request));
      context.keepAnswer(tx, presentRequest(request));
      return request;
    }),
  );
  return presentRequest(row);
};

/** Publishes the draft that was shown; a refusal leaves the request open, because the transaction is rolled back. */
const publishEdit = async (context: OperationContext, tx: OrganizationTransaction, request: RequestRow) => {
  const shown = await lockShownDraft(tx, request);
  if (!shown) throw draftMoved();
  const { agent, draft } = shown;
  // The tools of an upgrade come first, because the definition names them.
  if ((await completeUpgrade(tx, request)) > 0) await requireQuota(tx, "tools", 0);
  const definition = readDefinition(draft.definition);
  const fault = await findFault(context, tx, { agent, definition });
  if (fault !== null) throw draftFaulty(fault);
  await requireRehearsed(context, tx, { agent, draft });
  const isPublished = await publishShownDraft(tx, { agent, definition }, context.clock.now());
  if (!isPublished) throw draftFaulty("Another agent has its trigger path");
};

/** Checks by the rules for publishing an agent, which may have become stricter since the draft was written. */
const findFault = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { agent, definition }: { agent: Agent; definition: AgentDefinition },
): Promise<string | null> => {
  const [error] = checkDefinition(definition);
  if (error) return error.message;
  const reader = { agentId: agent.id, channelId: agent.folder_id };
  const [missing] = await checkReferences(context, tx, {
    definition,
    agent: reader,
    environment: agent.environment,
  });
  return missing?.message ?? null;
};
