import { parseSegment } from "../../domain/contact/segment.ts";
import { findList } from "../../infra/postgres/contact/contact-list.repository.ts";
import { previewSegment as countSegment } from "../../infra/postgres/contact/segments.repository.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { listNotFound } from "./contacts.errors.ts";
import type { contactListParams } from "./contacts.schemas.ts";
import { presentSegment } from "./create-segment.ts";
import type { segmentPreviewBody } from "./segments.schemas.ts";

const EXAMPLES = 5;

type Input = OperationInput<{ params: typeof contactListParams; body: typeof segmentPreviewBody }>;

/** Counts whom an expression is true of now, while it is written. */
export const previewSegment = (context: OperationContext, { params, body }: Input) =>
  context.withEntities(async (em, tx) => {
    const list = await findList(em, params.contact_list_id);
    if (!list) throw listNotFound();
    requireOwnEnvironment(context.actor, list, "list");
    const parsed = parseSegment(body.where);
    if (!parsed.ok) throw invalidField(["where"], parsed.fault.message);
    const { count, examples } = await countSegment(tx, list, { segment: parsed.segment, examples: EXAMPLES });
    return { count, examples: examples.map(({ id, ...contact }) => ({ contact_id: id, ...contact })) };
  });

/** Lists the segments of a list as they were kept. */
export const listSegments = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof contactListParams }>,
) =>
  context.withEntities(async (em) => {
    const list = await findList(em, params.contact_list_id);
    if (!list) throw listNotFound();
    return { segments: list.segments.map(presentSegment) };
  });
