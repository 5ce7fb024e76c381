import { type OrganizationRules, readChosenRules } from "../../application/rule-pack/chosen-rules.ts";
import { type AgentObstacle, chooseAgentVersion, isAgentObstacle } from "../../domain/agent/usable-agent-version.ts";
import { findCallsPerSecond } from "../../domain/call/carrier-pace.rules.ts";
import {
  CLAIM_RETRY_MS,
  computeClaimLimit,
  computePacedLimit,
  PACED_RETRY_MS,
} from "../../domain/campaign/claim-limit.rules.ts";
import { leftOfQuota, type QuotaStanding } from "../../domain/campaign/daily-quota.rules.ts";
import { type HoursReading, readZoneWindows, type ZoneWindow } from "../../domain/campaign/zone-windows.ts";
import { deriveUuid } from "../../infra/ids.ts";
import { findAgent } from "../../infra/postgres/agent/agent.repository.ts";
import { isWaitingForBudget } from "../../infra/postgres/call/budget.repository.ts";
import { listClaimedRuns, type QueuedRun, queueRuns } from "../../infra/postgres/call/run-transitions.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import type { CampaignContact } from "../../infra/postgres/campaign/campaign-contact.entity.ts";
import { claimDueContacts, closeZone } from "../../infra/postgres/campaign/campaign-contacts.repository.ts";
import { failCampaign, logCampaign } from "../../infra/postgres/campaign/campaign-transitions.ts";
import { readClaimCapacity } from "../../infra/postgres/campaign/claim-capacity.repository.ts";
import { closeContacts } from "../../infra/postgres/campaign/close-contacts.ts";
import { readQuota } from "../../infra/postgres/campaign/daily-quota.repository.ts";
import { readCampaignHoursAndRules } from "../../infra/postgres/campaign/dialling-hours.repository.ts";
import { changeFigures } from "../../infra/postgres/campaign/figures.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { readPublishedVersions } from "../../infra/postgres/journey/call-agents.repository.ts";
import { endCallSteps } from "../../infra/postgres/journey/journey-steps.repository.ts";
import type { ClaimRequest, ClaimResult } from "../../workflows/campaign/campaign.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { computeOutlook, type DiallingOutlook } from "./dialling-outlook.ts";
import { enrolJoiners, nextLookForJoiners } from "./enrol-joiners.ts";
import { postponeByRules } from "./postpone-by-rules.ts";
import { readCampaign } from "./read-campaign.ts";
import { shareOutVersions } from "./share-out-versions.ts";
import { startRuns } from "./start-runs.ts";

/** A worker starts some dozens of calls a second: the contacts of a large claim would be taken from the list long before their turn. */
const PORTION = 50;
/** A claim puts back so many portions of contacts for whom the hours of rule packs are closed; the next one goes on. */
const MOST_ROUNDS = 20;

/**
 * Claims due contacts whose window is open, creates a run for each, then starts the runs' workflows; a large claim takes them in
 * portions. A repeated request (same token) finds its runs and starts those that are not started yet: none is lost, none starts
 * twice. Once `stopping` aborts no portion is begun: a worker that was silent for too long learns by it that its request is
 * repeated elsewhere, where nobody would know of a later portion. One that it has begun by then is counted by its rows alone.
 */
export const claimRuns = async (
  deps: WorkerDependencies,
  request: ClaimRequest,
  stopping?: AbortSignal,
): Promise<ClaimResult> => {
  const runUuids: string[] = [];
  for (;;) {
    const { runs, isRepeated, ...result } = await claimOrFail(deps, { request, from: runUuids.length });
    await startRuns(deps, request.shardId, runs);
    runUuids.push(...runs.map(({ uuid }) => uuid));
    const isLast = runs.length < PORTION || runUuids.length >= request.limit;
    // The next claim takes the rest of a request.
    if (isRepeated || isLast || stopping?.aborted) return { ...result, runUuids };
  }
};

interface Portion {
  request: ClaimRequest;
  /** The runs that were made by the portions before. */
  from: number;
}

/**
 * Without an agent there is nothing to claim: the contacts stay due, and the campaign is failed until a repair. That is
 * done in a separate transaction: one that has locked contacts must not wait for the campaign, which a settlement locks
 * first.
 */
const claimOrFail = async (deps: WorkerDependencies, portion: Portion) => {
  const { organizationId, campaignId } = portion.request;
  const claiming = () => deps.database.inOrganization(organizationId, (tx) => claim(deps, tx, portion));
  try {
    return await claiming();
  } catch (error) {
    if (!(error instanceof NoAgentError)) throw error;
    await deps.database.inOrganization(organizationId, (tx) => failCampaign(tx, campaignId, error.message));
    return claiming();
  }
};

class NoAgentError extends Error {
  override readonly name = "NoAgentError";

  constructor({ sentence }: AgentObstacle) {
    super(`${sentence}, then resume the campaign`);
  }
}

const claim = async (deps: WorkerDependencies, tx: OrganizationTransaction, portion: Portion) => {
  const { request, from } = portion;
  const found = await findCampaign(tx, request.campaignId);
  if (!found) throw new Error(`campaign ${request.campaignId} is gone`);
  const now = deps.clock.now();
  const campaign = await enrolJoiners(tx, found, now);
  const { reading: hours, rules } = await readCampaignHoursAndRules(tx, campaign, now);
  const windows = readZoneWindows(hours, campaign.contact_timezones, now.getTime());
  const earlier = from === 0 ? await listClaimedRuns(tx, uuidsOf(request)) : [];
  const isRepeated = earlier.length > 0;
  const quota = await readQuota(tx, campaign, hours.fallbackZone);
  const allowance = await allowanceOf(deps, tx, { campaign, portion, quota });
  if (!isRepeated && campaign.state === "running") await closeZones(tx, campaign, windows);
  const contacts =
    isRepeated || campaign.state !== "running" || isWaitingForBudget(campaign.budget_wait, now)
      ? []
      : await takeContacts(tx, {
          campaign,
          windows,
          hours,
          now,
          // Nobody real is called in the sandbox.
          rules: campaign.environment === "sandbox" ? null : readChosenRules(rules),
          limit: Math.min(allowance.limit, PORTION),
        });
  const runs = isRepeated ? earlier : await makeRuns(deps, tx, { campaign, contacts, portion });
  if (!isRepeated) deps.metrics.contactsClaimed.inc(runs.length);
  const outlook = await nextLook(tx, { campaign, hours, windows, allowance, now, quota });
  const { state, figures } = await readCampaign(tx, request);
  return { runs, isRepeated, state, figures, ...outlook };
};

/** Returns the uuids of the runs that a claim may make, by which a repeated request finds those that it has made. */
const uuidsOf = ({ token, limit }: ClaimRequest): string[] =>
  Array.from({ length: limit }, (_, index) => deriveUuid(`${token} ${index}`));

interface Allowance {
  limit: number;
  /** When to claim again where less than requested is allowed; null: all of it is. */
  retryMs: number | null;
}

/** Runs beyond the free lines and the account's pace would only occupy places and ask for admission again and again. */
const allowanceOf = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  {
    campaign,
    portion: { request, from },
    quota,
  }: { campaign: Campaign; portion: Portion; quota: QuotaStanding | null },
): Promise<Allowance> => {
  const asked = request.limit - from;
  const { account, queuedOfCampaign, ...room } = await readClaimCapacity(tx, { campaign, shardId: request.shardId });
  const ofQuota = quota === null ? asked : leftOfQuota(quota, queuedOfCampaign);
  const lines = Math.min(computeClaimLimit({ asked, ...room }), ofQuota);
  const ofLines = { limit: lines, retryMs: lines < asked ? CLAIM_RETRY_MS : null };
  if (!account) return ofLines;
  const { defaultCallsPerSecond: ofCarrier } = deps.carriers.get(account.provider).description;
  const perSecond = findCallsPerSecond({ ofAccount: account.callsPerSecond, ofCarrier }, campaign.environment);
  if (perSecond === null) return ofLines;
  const ahead = computePacedLimit(perSecond, queuedOfCampaign);
  return ahead < lines ? { limit: ahead, retryMs: PACED_RETRY_MS } : ofLines;
};

/** Closes the contacts who are never called any more, also while a budget stops the others. */
const closeZones = async (tx: OrganizationTransaction, campaign: Campaign, windows: ZoneWindow[]): Promise<void> => {
  for (const { timezone, window } of windows) {
    if (!window.open && window.opensAtMs === null)
      await closeForGood(tx, campaign, { timezone, hasEnded: window.ended ?? false });
  }
};

const takeContacts = async (
  tx: OrganizationTransaction,
  {
    campaign,
    windows,
    limit,
    hours,
    now,
    rules,
  }: {
    campaign: Campaign;
    windows: ZoneWindow[];
    limit: number;
    hours: HoursReading;
    now: Date;
    rules: OrganizationRules | null;
  },
): Promise<CampaignContact[]> => {
  const taken: CampaignContact[] = [];
  const timezones = windows.flatMap(({ timezone, window }) => (window.open ? [timezone] : []));
  const wanted = { campaignId: campaign.id, timezones, priorities: campaign.contact_priorities };
  for (let round = 0; round < MOST_ROUNDS && taken.length < limit; round += 1) {
    const due = await claimDueContacts(tx, { ...wanted, limit: limit - taken.length });
    const open = await postponeByRules(tx, due, { rules, hours, nowMs: now.getTime() });
    taken.push(...open);
    // Only those that rules have put back leave room.
    if (open.length === due.length) break;
  }
  return taken;
};

const closeForGood = async (
  tx: OrganizationTransaction,
  campaign: Campaign,
  zone: { timezone: string; hasEnded: boolean },
): Promise<void> => {
  const { timezone, hasEnded } = zone;
  const closed = await closeZone(tx, campaign.id, zone);
  await endCallSteps(
    tx,
    closed.finishedIds,
    hasEnded ? "the campaign's end came before" : "the calling window never opens for this person",
  );
  const [suppressed, finished] = [closed.suppressedIds.length, closed.finishedIds.length];
  if (suppressed + finished === 0) return;
  await closeContacts(tx, campaign.id, {
    ...closed,
    outcome: hasEnded ? "blocked_ended" : "blocked_window",
    // Who was called before the end keeps the outcome of that call.
    ...(hasEnded && { outcomeOfFinished: null }),
  });
  await logCampaign(tx, campaign, {
    level: "warning",
    event: hasEnded ? "ended_before" : "window_never_opens",
    message: hasEnded
      ? `The campaign's end came before ${suppressed} contacts were called, and before ${finished} were called again`
      : `${suppressed + finished} contacts in ${timezone.replaceAll(",", ", ") || "the campaign's zone"} are never within the calling window`,
    actor: "system",
    details: { timezone, suppressed, finished },
  });
};

const makeRuns = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  {
    campaign,
    contacts,
    portion: { request, from },
  }: { campaign: Campaign; contacts: CampaignContact[]; portion: Portion },
): Promise<QueuedRun[]> => {
  if (contacts.length === 0) return [];
  const chosen = chooseAgentVersion(await findAgent(tx, campaign.agent_id), "published");
  if (isAgentObstacle(chosen)) throw new NoAgentError(chosen);
  // Before the figures, which a guard that stops a version waits for.
  const ofCampaign = contacts.filter((contact) => contact.journey_agent_id === null);
  const versionOf = await shareOutVersions(tx, { campaign, contacts: ofCampaign, publishedId: chosen.versionId });
  const ofJourney = await readPublishedVersions(
    tx,
    contacts.flatMap((contact) => contact.journey_agent_id ?? []),
  );
  const waited = contacts.filter(({ retries }) => retries > 0).length;
  await changeFigures(
    tx,
    campaign.id,
    { in_flight: contacts.length, waiting_retry: -waited },
    { contacts: { ids: contacts.map(({ id }) => id), state: "in_flight" } },
  );
  const uuids = uuidsOf(request);
  return queueRuns(
    tx,
    contacts.map((contact, index) => ({
      uuid: uuids[from + index] ?? deps.ids.uuid(),
      organization_id: campaign.organization_id,
      ...(ofJourney.get(contact.journey_agent_id ?? 0) ?? {
        agent_id: campaign.agent_id,
        agent_version_id: versionOf(contact),
      }),
      campaign_id: campaign.id,
      campaign_contact_id: contact.id,
      contact_id: contact.contact_id,
      name: `campaign-${campaign.id}-contact-${contact.id}-attempt-${contact.attempts + 1}`,
      mode: "telephony",
      environment: campaign.environment,
      attempt: contact.attempts + 1,
      telephony_configuration_id: campaign.telephony_configuration_id,
      called_number: contact.phone_number,
      initial_context: { ...contact.attributes, name: contact.name, phone_number: contact.phone_number },
      // Workers of an earlier release find the runs of a claim by this token.
      claim_token: request.token,
      shard_id: request.shardId,
      created_by: campaign.created_by,
    })),
  );
};

const nextLook = async (
  tx: OrganizationTransaction,
  { allowance, ...standing }: Parameters<typeof computeOutlook>[1] & { allowance: Allowance },
): Promise<DiallingOutlook> => {
  const outlook = await computeOutlook(tx, standing);
  const { nextDueAtMs } = outlook;
  const dueAtMs =
    allowance.retryMs === null || nextDueAtMs === null
      ? nextDueAtMs
      : Math.max(nextDueAtMs, Date.now() + allowance.retryMs);
  const looksAtMs = nextLookForJoiners(standing.campaign, standing.now);
  return { ...outlook, nextDueAtMs: looksAtMs === null ? dueAtMs : Math.min(dueAtMs ?? looksAtMs, looksAtMs) };
};
