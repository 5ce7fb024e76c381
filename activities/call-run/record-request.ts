import type { AdmissionFacts } from "../../domain/call/admission-facts.rules.ts";
import type { BudgetFacts } from "../../domain/call/budget.rules.ts";
import type { RecordedPolicy } from "../../domain/record/entry-facts.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { appendEntry } from "../../infra/postgres/record/append-entry.ts";
import type { OutboundCall } from "./outbound-call.ts";

/** Records that an attempt was admitted, and by what. */
export const recordRequest = (
  tx: OrganizationTransaction,
  { run, carrier }: OutboundCall,
  { facts, policy }: { facts: AdmissionFacts; policy: RecordedPolicy },
): Promise<void> =>
  appendEntry(tx, {
    organizationId: run.organization_id,
    kind: "attempt.requested",
    actor: run.campaign_id === null ? `agent:${run.agent_id}` : `campaign:${run.campaign_id}`,
    phoneNumber: run.called_number,
    run: run.uuid,
    facts: {
      run: run.uuid,
      campaign: run.campaign_id,
      contact: run.campaign_contact_id,
      attempt: run.attempt,
      environment: run.environment,
      account: run.telephony_configuration_id,
      provider: carrier.description.provider,
      zones: facts.hours.zones,
      policy,
      admitted_at: new Date(facts.nowMs).toISOString(),
      ...recordReserved(facts.budgets),
    },
  });

/** What budgets hold for the attempt: its call and what its models may cost. */
const recordReserved = ({ standings, highestCost, highestModelCost, highestSpeechCost }: BudgetFacts) => {
  if (standings.length === 0 || highestCost === null) return { reserved: null, reserved_for_call: null };
  const { amountMinor, currency } = highestCost;
  const ofModels = (highestModelCost?.amountMinor ?? 0) + (highestSpeechCost?.amountMinor ?? 0);
  return {
    reserved: { amount_minor: amountMinor + ofModels, currency },
    reserved_for_call: { amount_minor: amountMinor, currency },
  };
};
