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

/** A process remembers it of so many organizations; of more it begins anew. */
const MOST_KEPT = 10_000;
const kept = new Map<number, AskedByRules>();

/**
 * Returns what the organization's rules asked when a call was admitted last; null: nothing, or that is not known yet. It only says what to
 * read along with the rows of an admission: `readRuledFacts` reads what was not.
 */
export const expectRuled = ({ organization_id, environment }: CallToAdmit): AskedByRules | null =>
  environment === "sandbox" ? null : (kept.get(organization_id) ?? null);

/** An organization that has no rules any more has nothing read for them. */
export const forgetRuled = ({ organization_id }: CallToAdmit): void => void kept.delete(organization_id);

/** Returns what rules ask of the called person: from the rows of the admission, which were read with `ruled`, where they have it all. */
export const readRuledFacts = async (
  tx: OrganizationTransaction,
  run: CallToAdmit,
  { rules, rows, ruled }: { rules: OrganizationRules; rows: AdmissionRow; ruled: AskedByRules | null },
): Promise<RuledRow> => {
  const asked = { days: daysOfAttempts(rules), list: rules.own.length > 0 };
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(run.organization_id, asked);
  const isContactGone = run.campaign_contact_id !== null && rows.contact_state === null;
  if (!isContactGone && ruled && ruled.days >= asked.days && (ruled.list || !asked.list)) return toRuledRow(rows);
  return readRuledRow(tx, isContactGone ? { ...run, campaign_contact_id: null } : run, asked);
};
