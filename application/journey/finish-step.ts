import { findStepInForce } from "../../domain/journey/step-in-force.ts";
import { lockCalledContact } from "../../infra/postgres/campaign/call-back.repository.ts";
import { lockCampaignRow } from "../../infra/postgres/campaign/campaign.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findStep, postponeStep } from "../../infra/postgres/journey/journey-steps.repository.ts";
import { recordJourneyStep } from "../../infra/postgres/journey/journey-timeline.ts";
import { readJourneyVersions } from "../../infra/postgres/journey/journey-versions.repository.ts";
import { goOn, readEnding } from "./journey-position.ts";
import { settleAndTell } from "./take-steps.ts";

/** What a step has come to that was asked for outside. */
export type OutsideResult =
  | { kind: "done" }
  | { kind: "skipped" | "failed" | "unclear"; reason: string; ends?: true }
  /** Not now: it is tried again then. */
  | { kind: "postponed"; until: Date; reason: string };

/** Writes what a begun step has come to, and puts the person at the one that follows; one that is settled already is left as it is. */
export const finishStep = async (
  tx: OrganizationTransaction,
  { rowId, campaignId, result, now }: { rowId: number; campaignId: number; result: OutsideResult; now: Date },
): Promise<void> => {
  const campaign = await lockCampaignRow(tx, campaignId);
  const row = await findStep(tx, rowId);
  const contact = row && (await lockCalledContact(tx, row.campaign_contact_id));
  if (!campaign || !row || !contact || row.state !== "doing") return;
  const newestVersion = campaign.journey_version ?? row.version;
  const versions = await readJourneyVersions(tx, campaign.id, [newestVersion, row.version]);
  const own = versions.get(row.version);
  const newest = versions.get(newestVersion);
  const inForce = own && newest ? findStepInForce(row.step, { own, newest }) : null;
  const kind = inForce?.step.do;
  if (result.kind === "postponed") {
    const { until, reason } = result;
    await postponeStep(tx, row.id, until);
    await recordJourneyStep(tx, campaign, {
      row: { ...row, due_at: until },
      event: "journey_step_waits",
      kind,
      reason,
    });
    return;
  }
  const reason = result.kind === "done" ? null : result.reason;
  await settleAndTell(tx, { campaign, row, kind, state: result.kind, reason });
  if (!inForce || (result.kind !== "done" && result.ends)) return;
  const run =
    row.run_id === null
      ? undefined
      : await tx.selectFrom("call_runs").selectAll().where("id", "=", row.run_id).executeTakeFirst();
  await goOn(tx, {
    campaign,
    contact,
    journey: inForce.journey,
    after: inForce.step,
    ending: readEnding(run, contact),
    runId: row.run_id,
    now,
  });
};
