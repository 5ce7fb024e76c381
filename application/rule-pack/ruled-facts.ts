import type { AdmissionRow, CallToAdmit } from "../../infra/postgres/call/admission.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import {
  type AskedByRules,
  type RuledRow,
  readRuledRow,
  toRuledRow,
} from "../../infra/postgres/rule-pack/ruled-call.repository.ts";
import { daysOfAttempts } from "../../infra/rule-pack/ruled-call.ts";
import type { OrganizationRules } from "./chosen-rules.ts";

/** A process remembers it of so many organizations, and forgets whose calls were admitted the longest ago. */
export const MOST_ORGANIZATIONS_KEPT = 10_000;
const kept = new Map<number, AskedByRules>();

const remember = (organizationId: number, asked: AskedByRules): void => {
  kept.delete(organizationId);
  for (const oldest of kept.keys()) {
    if (kept.size < MOST_ORGANIZATIONS_KEPT) break;
    kept.delete(oldest);
  }
  kept.set(organizationId, asked);
};

/**
 * Returns what the organization's rules asked when a call was admitted last; null: nothing, or that is not known yet. It may be of rules
 * that another process has changed since, and decides nothing: it only says what to read along with the rows of an admission, and
 * `readRuledFacts` reads what was not.
 */
export const expectRuled = ({ organization_id, environment }: CallToAdmit): AskedByRules | null =>
  environment === "sandbox" ? null : (kept.get(organization_id) ?? null);

/** An organization that has no rules any more has nothing read for them; its calls of the sandbox, which have none, say nothing of that. */
export const forgetRuled = ({ organization_id, environment }: CallToAdmit): void => {
  if (environment !== "sandbox") kept.delete(organization_id);
};

/** Returns what rules ask of the called person: from the rows of the admission, which were read with `ruled`, where they have it all. */
export const readRuledFacts = async (
  tx: OrganizationTransaction,
  run: CallToAdmit,
  { rules, rows, ruled }: { rules: OrganizationRules; rows: AdmissionRow; ruled: AskedByRules | null },
): Promise<RuledRow> => {
  const asked = { days: daysOfAttempts(rules), list: rules.own.length > 0 };
  remember(run.organization_id, asked);
  const isContactGone = run.campaign_contact_id !== null && rows.contact_state === null;
  if (!isContactGone && ruled && ruled.days >= asked.days && (ruled.list || !asked.list)) return toRuledRow(rows);
  return readRuledRow(tx, isContactGone ? { ...run, campaign_contact_id: null } : run, asked);
};
