import { openRequest } from "../../../application/request/open-request.ts";
import type { RequestSubject } from "../../../domain/request/request-subject.ts";
import type { Change, Changes, Place } from "./change.ts";

/** A request of the organization that is open; what its subject names need not be there to be settled. */
const opened = async ({ platform, tenant }: Place, request: RequestSubject): Promise<Change> => {
  const { organizationId } = tenant;
  const origin = { organizationId, requestKey: crypto.randomUUID(), actor: "system" };
  const row = await platform.test.database.inOrganization(organizationId, (tx) => openRequest(tx, origin, request));
  return { body: { event_id: row.event_id } };
};

export const requestChanges: Changes = {
  "channels.settleAction": (place) =>
    opened(place, {
      kind: "action",
      subject: { tool_uuid: crypto.randomUUID(), tool_name: "Book", summary: "A table", can_be_undone: false },
    }),
  "channels.settleEdit": (place) =>
    opened(place, {
      kind: "edit",
      subject: { workflow_id: 0, draft_version: 1, draft_hash: "", reason: "Better", diff: { nodes: [], edges: [] } },
    }),
  "channels.provideSecret": (place) => opened(place, { kind: "secret", subject: { name: "CRM", why: "To look up" } }),
};
