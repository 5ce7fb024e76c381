import { type AgentSettings, readAgentSettings } from "../../../domain/agent/agent-settings.ts";
import { composeDisclosure } from "../../../domain/agent/disclosure.ts";
import { type AgentObstacle, findWithdrawal } from "../../../domain/agent/usable-agent-version.ts";
import { buildCallVariables } from "../../../domain/call/call-variables.ts";
import { classifyNumber } from "../../../domain/number/number-kinds.ts";
import { type Redaction, readRedactionSetting, uniteRedactions } from "../../../domain/privacy/redaction-setting.ts";
import { listDisclosures } from "../../../domain/rule-pack/applied-rules.ts";
import { choosePacks } from "../../rule-pack/rule-packs.ts";
import type { OrganizationTransaction } from "../database.ts";
import { sendTogether } from "../send-together.ts";
import type { CallRun } from "./call-run.entity.ts";

/** The version that a run uses, with the variables of this call. */
export interface RunAgent {
  agentId: number;
  name: string;
  definition: Record<string, unknown>;
  settings: AgentSettings;
  variables: Record<string, unknown>;
  /** The sentence that the call must begin with; null: none. */
  disclosure: string | null;
  /** What is left out of what is stored and sent; null: nothing. */
  redaction: Redaction | null;
  organizationName: string;
  /** Why the call may not begin although it has its version; null: it may. */
  withdrawal: AgentObstacle | null;
}

type RunOfAgent = Pick<
  CallRun,
  "agent_version_id" | "contact_id" | "direction" | "caller_number" | "called_number" | "initial_context"
>;

export const readRunAgent = async (tx: OrganizationTransaction, run: RunOfAgent, now: Date): Promise<RunAgent> => {
  const [version, contact] = await sendTogether(tx, (tx) => [
    readVersion(tx, run.agent_version_id),
    findPersonOfRun(tx, run),
  ]);
  const settings = readAgentSettings(version.configurations);
  const variables = buildCallVariables({
    template: version.template_context_variables,
    contact: contact ?? null,
    initialContext: run.initial_context,
    number: numberOf(run),
    organizationZone: version.timezone,
    language: settings.language,
    now,
  });
  const disclosure = composeDisclosure(settings, {
    isSwitchedOff: version.disclosure_off_reason !== null,
    byPacks: listDisclosuresOfRun(version, {
      phoneNumber: numberOf(run),
      region: contact?.attributes["region"],
      language: settings.language,
    }),
  });
  const redaction = uniteRedactions([readRedactionSetting(version.redaction), settings.redaction], version.country);
  const withdrawal = findWithdrawal(version);
  const organizationName = version.organization_name;
  const { agent_id: agentId, name, definition } = version;
  return { agentId, name, definition, settings, variables, disclosure, redaction, organizationName, withdrawal };
};

const readVersion = (tx: OrganizationTransaction, versionId: number) =>
  tx
    .selectFrom("agent_versions as v")
    .innerJoin("agents as a", "a.id", "v.agent_id")
    .innerJoin("organizations as o", "o.id", "v.organization_id")
    .select(["v.agent_id", "a.name", "a.status", "v.definition", "v.configurations", "v.template_context_variables"])
    .select(["o.timezone", "o.country", "o.disclosure_off_reason", "o.redaction", "o.name as organization_name"])
    .select(["o.rule_packs", "o.unconfirmed_rules"])
    .where("v.id", "=", versionId)
    .executeTakeFirstOrThrow();

/** Lists what the rule packs that concern a call have it say at its beginning. */
const listDisclosuresOfRun = (
  { rule_packs: names, unconfirmed_rules }: { rule_packs: string[] | null; unconfirmed_rules: string[] | null },
  { phoneNumber, region, language }: { phoneNumber: string | null; region: unknown; language: string },
): string[] => {
  if (names === null || phoneNumber === null) return [];
  const person = {
    phoneNumber,
    country: classifyNumber(phoneNumber)?.country ?? null,
    region: typeof region === "string" ? region : null,
  };
  const chosen = { packs: choosePacks(names), unconfirmed: unconfirmed_rules ?? [] };
  return listDisclosures(chosen, person, language);
};

/**
 * Finds the person: a campaign's run names its contact; others are found by their number, in the newest list that has
 * it.
 */
export const findPersonOfRun = async (
  tx: OrganizationTransaction,
  run: Pick<RunOfAgent, "contact_id" | "direction" | "caller_number" | "called_number">,
) => {
  const contacts = tx.selectFrom("contacts").select(["name", "timezone", "attributes"]);
  if (run.contact_id !== null) return contacts.where("id", "=", run.contact_id).executeTakeFirst();
  const number = numberOf(run);
  if (number === null) return undefined;
  return contacts.where("phone_number", "=", number).orderBy("id", "desc").limit(1).executeTakeFirst();
};

const numberOf = (run: Pick<RunOfAgent, "direction" | "caller_number" | "called_number">): string | null =>
  run.direction === "inbound" ? run.caller_number : run.called_number;
