import { MOST_SEGMENTS_OF_LIST } from "../../domain/contact/segment.ts";
import { lockList } from "../../infra/postgres/contact/contact-list.repository.ts";
import { type KeptSegment, writeSegments } from "../../infra/postgres/contact/segments.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { listNotFound, segmentNameTaken, tooManySegments } from "./contacts.errors.ts";
import type { contactListParams } from "./contacts.schemas.ts";
import type { segmentBody } from "./segments.schemas.ts";

type Input = OperationInput<{ params: typeof contactListParams; body: typeof segmentBody }>;

/** Keeps an expression under a name; a repeat of the same one gives the segment that is there. */
export const createSegment = (context: OperationContext, { params, body }: Input) =>
  context.withEntities(async (em, tx) => {
    const list = await lockList(em, params.contact_list_id);
    if (!list) throw listNotFound();
    requireOwnEnvironment(context.actor, list, "list");
    const known = list.segments.find(({ name }) => name === body.name);
    if (known?.where === body.where) return presentSegment(known);
    if (known) throw segmentNameTaken(body.name);
    if (list.segments.length >= MOST_SEGMENTS_OF_LIST) throw tooManySegments();
    const segment = { id: context.ids.uuid(), ...body, created_at: context.clock.now().toISOString() };
    await writeSegments(tx, list.id, [...list.segments, segment]);
    recordTimelineAtCommit(tx, {
      organizationId: list.organization_id,
      kind: "system",
      actor: formatActor(context.actor),
      summary: `${list.name} has a segment ${body.name}`,
      payload: { contact_list_id: list.id, segment_id: segment.id },
    });
    return presentSegment(segment);
  });

export const presentSegment = ({ id, name, where, created_at: at }: KeptSegment) => ({
  segment_id: id,
  name,
  where,
  created_at: new Date(at),
});
