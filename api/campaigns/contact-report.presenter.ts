import type { CampaignState } from "../../domain/campaign/campaign-states.rules.ts";
import { CONTACT_COLUMNS, explainContact } from "../../domain/campaign/contact-report.ts";
import { type ReportContact, readContactReport } from "../../infra/postgres/campaign/contact-report.repository.ts";
import type { Cell } from "../../infra/xlsx/xlsx-parts.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { buildCell, escapeFormula } from "../http/table-file.ts";

const CONTACTS_OF_A_PAGE = 500;

interface ReportedCampaign {
  campaignId: number;
  state: CampaignState;
  /** The names of the contacts' attributes, which have a column each. */
  attributes: readonly string[];
}

/** Yields a row for each contact that the campaign took at its start: reached or not, and why not. */
export async function* presentContactReport(
  { database, actor }: OperationContext,
  { campaignId, state, attributes }: ReportedCampaign,
): AsyncGenerator<Cell[]> {
  yield [...CONTACT_COLUMNS.before, ...attributes.map((name) => escapeFormula(name)), ...CONTACT_COLUMNS.after];
  const pages = readContactReport(database, actor.organizationId, { campaignId, pageSize: CONTACTS_OF_A_PAGE });
  for await (const page of pages) yield* page.map((contact) => rowOf(contact, { state, attributes }));
}

const rowOf = (
  contact: ReportContact,
  { state, attributes }: Pick<ReportedCampaign, "state" | "attributes">,
): Cell[] => [
  contact.contact_id,
  escapeFormula(contact.phone_number),
  buildCell(contact.name),
  contact.timezone,
  contact.state,
  contact.attempts,
  contact.last_outcome,
  buildCell(
    explainContact(
      {
        state: contact.state,
        dialled: contact.dialled,
        lastOutcome: contact.last_outcome,
        lastError: contact.error,
        callBackAt: contact.call_back_at?.toISOString() ?? null,
      },
      state,
    ),
  ),
  ...attributes.map((name) => buildCell(contact.attributes[name])),
  contact.run_id,
  buildCell(contact.disposition),
  buildCell(contact.caller_number),
  buildCell(contact.started_at),
  buildCell(contact.answered_at),
  buildCell(contact.ended_at),
  buildCell(contact.next_attempt_at),
  contact.duration_seconds,
  contact.cost_minor,
  contact.currency,
  contact.version_number,
];
