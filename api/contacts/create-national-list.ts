import { DAY_MS } from "../../domain/time/durations.rules.ts";
import { findNewerInForce, insertNationalList } from "../../infra/postgres/contact/national-list.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { newerListInForce } from "./contacts.errors.ts";
import { presentNationalList } from "./national-lists.presenter.ts";
import type { nationalListBody } from "./national-lists.schemas.ts";
import { requireOwnFile } from "./require-own-file.ts";
import { startNationalList } from "./start-national-list.ts";

/**
 * Writes the row, then starts the workflow; after a crash between them a repeated request, or reading the list, starts
 * it.
 */
export const createNationalList = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof nationalListBody }>,
) => {
  const { organizationId, userId } = context.actor;
  const { object_store_key: objectKey, source, as_of: asOf, default_country: country = null } = body;
  requireOwnFile(context, body);
  // One day of tolerance, because somewhere it is already tomorrow.
  if (Date.parse(asOf) > context.clock.now().getTime() + DAY_MS)
    throw invalidField(["as_of"], "The day lies in the future; name the day whose state the file has", "in_future");
  const row = await context.inOrganization(async (tx) => {
    const newer = await findNewerInForce(tx, { source, asOf });
    if (newer) throw newerListInForce(newer);
    const created = await insertNationalList(tx, {
      organization_id: organizationId,
      request_uuid: context.requestUuid(),
      source,
      as_of: asOf,
      object_key: objectKey,
      default_country: country,
      encoding: body.encoding ?? null,
      created_by: userId,
    });
    recordTimelineAtCommit(tx, {
      organizationId,
      kind: "system",
      actor: formatActor(context.actor),
      summary: `The national do-not-call list ${source} of ${asOf} is to be loaded`,
      payload: { national_list_id: created.id },
    });
    return created;
  });
  await startNationalList(context.temporal, row);
  return presentNationalList(row);
};
