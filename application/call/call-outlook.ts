import { DEFAULT_SETTINGS } from "../../domain/agent/agent-settings.ts";
import type { CallOutlook } from "../../domain/call/admission-outlook.rules.ts";
import { readPace } from "../../infra/postgres/call/admission.repository.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { TelephonyAccount } from "../../infra/postgres/telephony/telephony-account.entity.ts";
import type { PriceTable } from "../../infra/telephony/price-table.ts";
import { readAdmissionFacts } from "./admission-facts.ts";
import {
  type CallSources,
  findCallerIdObstacle,
  isObstacle,
  type RunToDial,
  readCallToDial,
  speaksByModels,
} from "./call-to-dial.ts";
import { chooseCallerIdToShow } from "./choose-caller-id.ts";
import { type AskedContact, buildProspectiveRun, findQueuedRun } from "./find-asked-contact.ts";
import { readRouted } from "./route-call.ts";

interface Sources extends CallSources {
  prices: PriceTable;
}

/** Reads what admission would see if a contact of a campaign were dialled now. Nothing is reserved or written. */
export const readContactOutlook = async (
  sources: Sources,
  tx: OrganizationTransaction,
  { campaign, contact }: { campaign: Campaign; contact: AskedContact },
): Promise<CallOutlook> => {
  const queued = await findQueuedRun(tx, contact);
  const asked = queued ?? (await buildProspectiveRun(tx, { campaign, contact }));
  const { run, call } = isObstacle(asked) ? { run: null, call: asked } : await readRoutedCall(sources, tx, asked);
  const account = await findAccount(tx, (run ?? campaign).telephony_configuration_id);
  return readAdmissionFacts(tx, sources.prices, {
    run: run ?? {
      organization_id: campaign.organization_id,
      campaign_id: campaign.id,
      campaign_contact_id: contact.campaignContactId,
      telephony_configuration_id: campaign.telephony_configuration_id,
      called_number: contact.phoneNumber,
      environment: campaign.environment,
      dial_by: null,
    },
    isClaimed: queued !== undefined,
    campaign,
    timezone: contact.timezone,
    account,
    callerId: isObstacle(call) ? null : await chooseCallerIdToShow(tx, call),
    timeLimitSeconds: isObstacle(call) ? DEFAULT_SETTINGS.max_call_duration : call.plan.timeLimitSeconds,
    obstacle: isObstacle(call) ? call.obstacle : null,
    talkingVersionId: run === null || isObstacle(call) || call.plan.mode === null ? null : run.agent_version_id,
    speakingVersionId: run !== null && !isObstacle(call) && speaksByModels(call) ? run.agent_version_id : null,
    paceSlotMs: await paceSlot(sources, tx, { account, reservedAt: queued?.pace_slot_at ?? null }),
  });
};

/** Reads what admission would see if a number were dialled now outside campaigns, on this account. */
export const readNumberOutlook = async (
  sources: Sources,
  tx: OrganizationTransaction,
  asked: {
    organizationId: number;
    phoneNumber: string;
    environment: "production" | "sandbox";
    account: TelephonyAccount | null;
  },
): Promise<CallOutlook> => {
  const { account } = asked;
  return readAdmissionFacts(tx, sources.prices, {
    run: {
      organization_id: asked.organizationId,
      campaign_id: null,
      campaign_contact_id: null,
      telephony_configuration_id: account?.id ?? null,
      called_number: asked.phoneNumber,
      environment: asked.environment,
      dial_by: null,
    },
    isClaimed: false,
    campaign: null,
    account,
    callerId: account && (await chooseCallerIdToShow(tx, { run: runOf(asked.phoneNumber), campaign: null, account })),
    timeLimitSeconds: DEFAULT_SETTINGS.max_call_duration,
    obstacle: null,
    talkingVersionId: null,
    speakingVersionId: null,
    paceSlotMs: await paceSlot(sources, tx, { account, reservedAt: null }),
  });
};

/** Reads the call as the account would take it to which it goes now; nobody tries an account again by asking. */
const readRoutedCall = <Run extends RunToDial>(sources: Sources, tx: OrganizationTransaction, run: Run) =>
  readRouted(sources, tx, run, { tries: false, read: (run) => readCall(sources, tx, run) });

const runOf = (phoneNumber: string) => ({ caller_number: null, called_number: phoneNumber, campaign_contact_id: null });

const readCall = async (sources: Sources, tx: OrganizationTransaction, run: RunToDial) =>
  (await findCallerIdObstacle(tx, run)) ?? readCallToDial(sources, tx, run);

const findAccount = async (tx: OrganizationTransaction, accountId: number | null) =>
  (await tx.selectFrom("telephony_configurations").selectAll().where("id", "=", accountId).executeTakeFirst()) ?? null;

/** Returns the slot that a waiting call has reserved, else the account's next one. */
const paceSlot = async (
  { clock }: Sources,
  tx: OrganizationTransaction,
  { account, reservedAt }: { account: { id: number } | null; reservedAt: Date | null },
): Promise<number> => {
  if (account === null) return 0;
  if (reservedAt !== null && reservedAt >= clock.now()) return reservedAt.getTime();
  return (await readPace(tx, account.id)).slotMs;
};
