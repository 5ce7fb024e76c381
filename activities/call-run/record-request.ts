import type { AdmissionFacts } from "../../domain/call/admission-facts.rules.ts";
import type { BudgetFacts, Money } from "../../domain/call/budget.rules.ts";
import type { RecordedPolicy } from "../../domain/record/facts.ts";
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
      reserved: sumReserved(facts.budgets),
    },
  });

/** Returns what budgets hold for the attempt: its call and what its models may cost. */
const sumReserved = ({ standings, highestCost, highestModelCost, highestSpeechCost }: BudgetFacts): Money | null =>
  standings.length === 0 || highestCost === null
    ? null
    : {
        amountMinor:
          highestCost.amountMinor + (highestModelCost?.amountMinor ?? 0) + (highestSpeechCost?.amountMinor ?? 0),
        currency: highestCost.currency,
      };
