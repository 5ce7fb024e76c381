import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";

/** Records a change of an own pack on the timeline: "Pack Front desk " and then `change`. */
export const recordPackChange = (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  { name, slug, change }: { name: string; slug: string; change: string },
): void =>
  recordTimelineAtCommit(tx, {
    organizationId: actor.organizationId,
    kind: "system",
    actor: formatActor(actor),
    summary: `Pack ${name} ${change}`,
    payload: { slug },
  });
