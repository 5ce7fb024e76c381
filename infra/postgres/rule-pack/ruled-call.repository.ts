import { type RawBuilder, sql } from "kysely";
import { ANSWERED_OUTCOMES } from "../../../domain/call/call-outcome.rules.ts";
import type { OwnRule } from "../../../domain/rule-pack/own-rule.ts";
import type { CallRun } from "../call/call-run.entity.ts";
import type { OrganizationTransaction } from "../database.ts";

type CallToRule = Pick<
  CallRun,
  "organization_id" | "campaign_id" | "campaign_contact_id" | "called_number" | "environment"
>;

/** What rules of packs ask of a called person besides what every admission reads. */
export interface RuledRow {
  attributes: Record<string, unknown> | null;
  /** The name of the campaign's contact list. */
  list: string | null;
  /** Requests to carriers for the number, oldest first. */
  attempts: { at: string; answered: boolean }[] | null;
}

/** What to read of it. */
export interface AskedByRules {
  /** For how many days back attempts count; 0: for none. */
  days: number;
  /** The name of the list is asked for. */
  list: boolean;
}

/** The same, as columns of the statement that reads what every admission does. */
export interface RuledColumns {
  ruled_attributes?: RuledRow["attributes"];
  ruled_list?: RuledRow["list"];
  ruled_attempts?: RuledRow["attempts"];
}

/**
 * Selects it beside the aliases `campaign` and `contact` of the call's own rows. Attempts are those of the last `days`, among them those
 * whose runs were removed. A campaign's contact that is gone has no attributes here.
 */
export const selectRuled = (run: CallToRule, { days, list }: AskedByRules) => {
  const attempts =
    days === 0
      ? sql`null::json`
      : sql`attempts_of_number(${run.organization_id}::bigint, ${run.called_number}, ${run.environment}, ${days}::int, ${[...ANSWERED_OUTCOMES]}::text[])`;
  const attributes = run.campaign_contact_id === null ? attributesOfNumber(run) : sql`contact.attributes`;
  const name = list ? sql`(select l.name from contact_lists l where l.id = campaign.contact_list_id)` : sql`null::text`;
  return sql`${attempts} as ruled_attempts, ${name} as ruled_list, ${attributes} as ruled_attributes`;
};

/** Those of the newest contact with the number. */
const attributesOfNumber = (run: CallToRule) => sql`(select c.attributes from contacts c
  where c.organization_id = ${run.organization_id} and c.phone_number = ${run.called_number} order by c.id desc limit 1)`;

/** Reads it in a statement of its own; for a call of no campaign, or whose contact is gone, with `campaign_contact_id` null. */
export const readRuledRow = async (
  tx: OrganizationTransaction,
  run: CallToRule,
  asked: AskedByRules,
): Promise<RuledRow> => {
  const { rows } = await sql<RuledColumns>`
    select ${selectRuled(run, asked)}
    from organizations o
      left join campaign_contacts contact on contact.id = ${run.campaign_contact_id}
      left join campaigns campaign on campaign.id = ${run.campaign_id}
    where o.id = ${run.organization_id}`.execute(tx);
  return toRuledRow(rows[0] ?? {});
};

export const toRuledRow = ({ ruled_attributes, ruled_list, ruled_attempts }: RuledColumns): RuledRow => ({
  attributes: ruled_attributes ?? null,
  list: ruled_list ?? null,
  attempts: ruled_attempts ?? null,
});

/** Own rules as their column takes them: the driver would send a list as an array of PostgreSQL. */
export const toOwnRulesColumn = (rules: readonly OwnRule[] | null): RawBuilder<OwnRule[]> | null =>
  rules === null ? null : sql<OwnRule[]>`${JSON.stringify(rules)}::jsonb`;
