import { markNationalListRemoved } from "../../infra/postgres/contact/national-list.repository.ts";
import { recordNationalList } from "../../infra/postgres/record/record-settings.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { nationalListNotFound } from "./contacts.errors.ts";
import { presentNationalList } from "./national-lists.presenter.ts";
import type { nationalListParams } from "./national-lists.schemas.ts";
import { startNationalList } from "./start-national-list.ts";

/** Takes a national list out of force at once; its workflow removes the numbers. */
export const removeNationalList = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof nationalListParams }>,
) => {
  const { organizationId } = context.actor;
  const removed = await context.inOrganization(async (tx) => {
    const row = await markNationalListRemoved(tx, params.national_list_id);
    if (!row) throw nationalListNotFound();
    const actor = formatActor(context.actor);
    await recordNationalList(tx, row, { change: "removed", actor });
    recordTimelineAtCommit(tx, {
      organizationId,
      kind: "system",
      actor,
      summary: `The national do-not-call list ${row.source} of ${row.as_of} was removed`,
      payload: { national_list_id: row.id },
    });
    return row;
  });
  await startNationalList(context.temporal, removed);
  return presentNationalList(removed);
};
