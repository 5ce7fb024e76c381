import { MOST_REHEARSALS_UNDER_WAY } from "../../domain/rehearsal/rehearsal.rules.ts";
import type { Adapters } from "../../infra/adapters.ts";
import { deriveUuid } from "../../infra/ids.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Rehearsal } from "../../infra/postgres/rehearsal/rehearsal.entity.ts";
import { listScenarios } from "../../infra/postgres/rehearsal/scenario.repository.ts";
import { countUnderWay } from "../../infra/postgres/rehearsal/start-rehearsal.repository.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import { lockShownDraft } from "../request/propose-edit.ts";
import { readPlanned } from "./planned-conversations.ts";
import { insertPlannedRehearsal } from "./write-rehearsal.ts";

/**
 * Writes the rehearsal of a proposed change, once, where its agent is published only after one; null: there is none to be made. Who
 * decides then sees how the change came out, and need not ask for it.
 */
export const rehearseProposal = async (
  { secrets, prices }: Pick<Adapters, "secrets" | "prices">,
  tx: OrganizationTransaction,
  request: RequestRow,
): Promise<Rehearsal | null> => {
  if (request.kind !== "edit" || request.state !== "open") return null;
  const shown = await lockShownDraft(tx, request);
  if (!shown?.agent.publish_needs_rehearsal) return null;
  const { agent, draft: version } = shown;
  const planned = (await listScenarios(tx, agent.id)).map(readPlanned);
  const uuid = deriveUuid(`request-${request.event_id}\nrehearsal`);
  if (planned.length === 0 || (await countUnderWay(tx)) >= MOST_REHEARSALS_UNDER_WAY) return null;
  const written = await insertPlannedRehearsal(tx, { agent, version, planned, uuid, createdBy: null, secrets, prices });
  return "modelFor" in written ? null : written.rehearsal;
};
