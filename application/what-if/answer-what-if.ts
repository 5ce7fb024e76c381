import type { WhatIfResult } from "../../domain/what-if/predict-policy.ts";
import type { Adapters } from "../../infra/adapters.ts";
import { findWhatIfByUuid, settleWhatIf } from "../../infra/postgres/what-if/what-if.repository.ts";
import { predictInThread } from "../../infra/what-if/predict-in-thread.ts";
import { readRuleColumns } from "../rule-pack/chosen-rules.ts";
import { type ReadPast, readCampaignPast } from "./read-campaign-past.ts";
import { readAskedRules, readWhatIfChanges } from "./what-if-changes.ts";

type Dependencies = Parameters<typeof readCampaignPast>[0] & Pick<Adapters, "database">;

/** Answers one question: reads the campaign, asks the simulator in a thread, writes what it says. */
export const answerWhatIf = async (
  deps: Dependencies,
  { organizationId, whatIfUuid, signal }: { organizationId: number; whatIfUuid: string; signal: AbortSignal },
): Promise<void> => {
  const inside = deps.database.inOrganization;
  const { row, present } = await inside(organizationId, async (tx) => ({
    row: await findWhatIfByUuid(tx, whatIfUuid),
    present: await readRuleColumns(tx, organizationId),
  }));
  if (row?.state !== "running") return;
  const rules = readAskedRules(row.settings, present);
  const read = await readCampaignPast(deps, { organizationId, campaignId: row.campaign_id, asked: rules ?? null });
  if (!read) throw new Error(`campaign ${row.campaign_id} has no past`);
  const { past } = read;
  const { currency, knownUntilMs } = past;
  const changes = {
    ...readWhatIfChanges(row.settings, { atMs: past.startedAtMs, rules }),
    ...(row.blocked_contacts.length > 0 && { doNotCall: placesOf(read, row.blocked_contacts) }),
  };
  const prediction = await predictInThread({ past, changes }, signal);
  const result: WhatIfResult = {
    ...prediction,
    currency,
    knownUntilMs: Number.isFinite(knownUntilMs) ? knownUntilMs : null,
  };
  await inside(organizationId, (tx) => settleWhatIf(tx, whatIfUuid, { result }));
};

const placesOf = ({ contactIds, past }: ReadPast, wanted: readonly number[]): Set<number> => {
  const ids = new Set(wanted);
  const places = new Set<number>();
  for (let person = 0; person < past.people.count; person += 1)
    if (ids.has(contactIds[person] ?? 0)) places.add(person);
  return places;
};
