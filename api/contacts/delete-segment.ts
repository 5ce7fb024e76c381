import { lockList } from "../../infra/postgres/contact/contact-list.repository.ts";
import { writeSegments } from "../../infra/postgres/contact/segments.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { listNotFound, segmentNotFound } from "./contacts.errors.ts";
import type { segmentParams } from "./segments.schemas.ts";

/** Deletes a segment; its contacts stay, and so does what campaigns have taken of it. */
export const deleteSegment = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof segmentParams }>,
) =>
  context.withEntities(async (em, tx) => {
    const list = await lockList(em, params.contact_list_id);
    if (!list) throw listNotFound();
    requireOwnEnvironment(context.actor, list, "list");
    const gone = list.segments.find(({ id }) => id === params.segment_id);
    if (!gone) throw segmentNotFound();
    await writeSegments(
      tx,
      list.id,
      list.segments.filter((segment) => segment !== gone),
    );
    recordTimelineAtCommit(tx, {
      organizationId: list.organization_id,
      kind: "system",
      actor: formatActor(context.actor),
      summary: `The segment ${gone.name} of ${list.name} was deleted`,
      payload: { contact_list_id: list.id, segment_id: gone.id },
    });
    return { message: `Segment ${gone.name} was deleted` };
  });
