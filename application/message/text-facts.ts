import type { BudgetFacts } from "../../domain/call/budget.rules.ts";
import { toMoney } from "../../domain/call/call-price.rules.ts";
import { readAdmissionWindow } from "../../domain/campaign/dialling-window.ts";
import { listContactZones, readZonesKey } from "../../domain/contact/contact-zones.ts";
import { type Environment, reachesNobody } from "../../domain/environment/sandbox.rules.ts";
import { countSegments } from "../../domain/message/segments.rules.ts";
import type { TextFacts } from "../../domain/message/text-admission.rules.ts";
import { judgeRules } from "../../domain/rule-pack/judge-rules.ts";
import type { AdmissionRow } from "../../infra/postgres/call/admission.repository.ts";
import { readBudgetsOfOrganization } from "../../infra/postgres/call/budget.repository.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { buildDiallingHours } from "../../infra/postgres/campaign/dialling-hours.repository.ts";
import { toPermission } from "../../infra/postgres/contact/number-permission.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { TelephonyAccount } from "../../infra/postgres/telephony/telephony-account.entity.ts";
import { buildRuledCall } from "../../infra/rule-pack/ruled-call.ts";
import type { PriceTable } from "../../infra/telephony/price-table.ts";
import { readRowsToAdmit } from "../call/admission-facts.ts";
import { readChosenRules } from "../rule-pack/chosen-rules.ts";
import { readRuledFacts } from "../rule-pack/ruled-facts.ts";

/** A text as far as its admission looks at it. */
export interface TextInQuestion {
  organizationId: number;
  environment: Environment;
  account: TelephonyAccount;
  ownNumber: string;
  phoneNumber: string;
  body: string;
  campaign: Campaign | null;
  campaignContactId: number | null;
  obstacle: string | null;
  answersPerson: boolean;
  answersKeyword: boolean;
}

/** Reads every fact that decides about a text, as the database has it now. */
export const readTextFacts = async (
  tx: OrganizationTransaction,
  prices: PriceTable,
  text: TextInQuestion,
): Promise<TextFacts> => {
  const { campaign, phoneNumber, account } = text;
  const asked = {
    organization_id: text.organizationId,
    campaign_id: campaign?.id ?? null,
    campaign_contact_id: text.campaignContactId,
    telephony_configuration_id: account.id,
    called_number: phoneNumber,
    environment: text.environment,
    dial_by: null,
  };
  const { rows, ruled: read } = await readRowsToAdmit(tx, asked, null);
  const nowMs = rows.now.getTime();
  const permission = toPermission(rows, phoneNumber);
  const { window, zones } = readQuietHours(text, rows);
  const consentAttested = campaign && campaign.consent_attested_at !== null;
  const chosen = text.environment === "sandbox" ? null : readChosenRules(rows);
  // Attempts limit how often a number is dialled: texts are no calls.
  const ruled = chosen && (await readRuledFacts(tx, asked, { rules: chosen, rows, ruled: read }));
  const rules =
    chosen &&
    judgeRules(
      buildRuledCall(chosen, {
        phoneNumber,
        numberClass: permission.numberClass,
        zones,
        consent: permission.consent,
        consentAttested: consentAttested ?? false,
        callerId: text.ownNumber === "" ? null : text.ownNumber,
        attempts: [],
        attributes: ruled?.attributes ?? {},
        list: ruled?.list ?? null,
      }),
      nowMs,
    );
  return {
    ...permission,
    nowMs,
    obstacle: text.obstacle,
    answersPerson: text.answersPerson,
    answersKeyword: text.answersKeyword,
    consentAttested,
    window,
    rules,
    budgets: await readTextBudgets(tx, prices, { text, rows }),
  };
};

/**
 * Reads the quiet hours of the person. Every text keeps the organization's calling hours, also one outside campaigns; the days on which
 * a campaign dials at all are not those of its texts.
 */
const readQuietHours = ({ campaign, account, phoneNumber, environment }: TextInQuestion, rows: AdmissionRow) => {
  const isSimulated = reachesNobody(environment, account.provider);
  const times = { schedule_config: campaign?.schedule_config ?? null, starts_at: null, ends_at: null };
  const { hours, fallbackZone } = buildDiallingHours(rows, { campaign: times, isSimulated }, rows.now);
  const known = rows.contact_timezone ?? listContactZones({ timezone: null, phoneNumber }).join(",");
  const zones = readZonesKey(known, fallbackZone);
  return { window: readAdmissionWindow(hours, zones, rows.now.getTime()), zones };
};

const readTextBudgets = async (
  tx: OrganizationTransaction,
  prices: PriceTable,
  { text, rows }: { text: TextInQuestion; rows: AdmissionRow },
): Promise<BudgetFacts> => {
  const { campaign, environment, account, phoneNumber, body } = text;
  const listed = prices.costOfText({ provider: account.provider, phoneNumber, ...countSegments(body) });
  return {
    standings: await readBudgetsOfOrganization(tx, rows, { campaign, environment }, rows.now),
    highestCost: toMoney(listed),
    highestModelCost: null,
    highestSpeechCost: null,
  };
};
