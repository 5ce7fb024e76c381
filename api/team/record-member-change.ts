import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";

/** Records on the timeline who may do what from now on. */
export const recordMemberChange = (context: OperationContext, tx: OrganizationTransaction, summary: string): void =>
  recordTimelineAtCommit(tx, {
    organizationId: context.actor.organizationId,
    kind: "system",
    actor: formatActor(context.actor),
    summary,
  });
