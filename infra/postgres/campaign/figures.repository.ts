import { type SqlBool, sql } from "kysely";
import { CLOSED_CONTACT_STATES } from "../../../domain/call/settled-contact.rules.ts";
import type { CampaignState } from "../../../domain/campaign/campaign-states.rules.ts";
import { compileOnce } from "../compile-once.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { CampaignContact } from "./campaign-contact.entity.ts";
import type { CampaignFigures } from "./campaign-figures.entity.ts";

export type Figures = Omit<CampaignFigures, "campaign_id" | "organization_id">;
export type FiguresDelta = Partial<Record<Exclude<keyof Figures, KeptWithThem>, number>>;
type KeptWithThem = "revision" | "kept_revision" | "campaign_state";

/** What changed besides the counts, for those who ask later what was true at an instant (`campaign-as-of.rules.ts`). */
export interface CampaignStepFacts {
  /** The state that the campaign has from here on. */
  campaignState?: CampaignState | undefined;
  contacts?: ContactStep;
  /** The call that changed: its facts are those of its row. */
  run?: { id: number; isAccepted?: boolean };
}

/** A change that is the same for each of these contacts. */
interface ContactStep {
  ids: readonly number[];
  /** Absent: it stays as it was. */
  state?: CampaignContact["state"];
  outcome?: string | null;
  hasAnswered?: boolean;
}

/**
 * Adds to a campaign's counts, in the transaction of the change that they count, and keeps the step. The row of the figures is
 * locked when the instant of the step is read, so that steps have the order of the commits. Whoever changes states, outcomes or answers
 * of contacts names them, in the same transaction: what was true of them at an instant is told by steps alone.
 */
export const changeFigures = async (
  tx: OrganizationTransaction,
  campaignId: number,
  delta: FiguresDelta,
  { campaignState, contacts, run }: CampaignStepFacts = {},
): Promise<void> => {
  const isAccepted = run?.isAccepted ?? false;
  await keepStep(tx, [
    ...COUNTED.map((name) => delta[name] ?? 0),
    campaignState ?? null,
    campaignId,
    contacts?.ids ?? null,
    contacts?.state ?? null,
    contacts?.outcome ?? null,
    contacts?.hasAnswered ?? null,
    run?.id ?? null,
    isAccepted,
    // A contact waits alone: the page of a claim waits for nothing.
    contacts?.state === "waiting_retry" ? (contacts.ids[0] ?? null) : null,
    isAccepted ? null : (run?.id ?? null),
  ]);
};

const COUNTED = [
  "total",
  "suppressed",
  "finished",
  "dialled",
  "answered",
  "unreached",
  "in_flight",
  "waiting_retry",
  "attempts",
] as const satisfies readonly (keyof FiguresDelta)[];

const keepStep = compileOnce((tx) =>
  sql<never>`
    with changed as (
      update campaign_figures set
        ${sql.join(COUNTED.map((name) => sql`${sql.ref(name)} = ${sql.ref(name)} + ${0}::bigint`))},
        campaign_state = coalesce(${null}::text, campaign_state),
        revision = revision + 1, kept_revision = kept_revision + 1
      where campaign_id = ${0}::bigint
      returning *
    )
    insert into campaign_steps (campaign_id, organization_id, ${sql.join(COUNTED.map((name) => sql.ref(name)))}, revision,
      kept_revision, campaign_state, contact_ids, contact_state, outcome, has_answered, run_id, is_accepted, due_at, disposition,
      duration_seconds, cost_minor, currency)
    select f.campaign_id, f.organization_id, ${sql.join(COUNTED.map((name) => sql.ref(`f.${name}`)))}, f.revision,
      f.kept_revision, f.campaign_state, ${null}::bigint[], ${null}::text, ${null}::text, ${null}::boolean, ${null}::bigint,
      ${false}::boolean, nullif(c.next_attempt_at, '-infinity'), r.disposition, r.duration_seconds, r.cost_minor, r.currency
    from changed f
      left join campaign_contacts c on c.id = ${null}::bigint
      left join call_runs r on r.id = ${null}::bigint`.compile(tx),
);

/**
 * Keeps what is known from here on of calls that are over, after their disposition or cost changed. It locks the figures of their
 * campaigns, which come last in every transaction: send it with the commit.
 */
export const keepCallSteps = async (tx: OrganizationTransaction, runIds: readonly number[]): Promise<void> => {
  await sql`
    with locked as materialized (
      select * from campaign_figures
      where campaign_id in (select campaign_id from call_runs where id = any(${runIds}::bigint[]) and campaign_id is not null)
      order by campaign_id for no key update
    )
    insert into campaign_steps (campaign_id, organization_id, ${sql.join(COUNTED.map((name) => sql.ref(name)))}, revision,
      kept_revision, campaign_state, outcome, run_id, disposition, duration_seconds, cost_minor, currency)
    select f.campaign_id, f.organization_id, ${sql.join(COUNTED.map((name) => sql.ref(`f.${name}`)))}, f.revision,
      f.kept_revision, f.campaign_state, r.outcome, r.id, r.disposition, r.duration_seconds, r.cost_minor, r.currency
    from locked f join call_runs r on r.campaign_id = f.campaign_id and r.id = any(${runIds}::bigint[])
    order by r.id`.execute(tx);
};

/** Reads a campaign's state and counts in one statement, so that they are consistent. */
export const readFigures = (tx: OrganizationTransaction, campaignId: number) =>
  tx
    .selectFrom("campaigns")
    .innerJoin("campaign_figures", "campaign_figures.campaign_id", "campaigns.id")
    .selectAll("campaign_figures")
    .select(["campaigns.state", "campaigns.name", "campaigns.max_concurrency", "campaigns.snapshot_at"])
    .select("campaigns.begins_at")
    .where("campaigns.id", "=", campaignId)
    .where("campaigns.deleted_at", "is", null)
    .executeTakeFirst();

/** The campaign is done with a contact, who has never answered. */
export const IS_UNREACHED = sql<SqlBool>`state = ${sql.lit(CLOSED_CONTACT_STATES.attempted)} and not answered`;

/** Counts the contacts themselves, which the stored figures must equal. */
export const countFigures = (tx: OrganizationTransaction, campaignId: number) =>
  tx
    .selectFrom("campaign_contacts")
    .select(({ fn }) => {
      const where = (condition: string) => fn.countAll<number>().filterWhere(sql.raw<SqlBool>(condition));
      return [
        fn.countAll<number>().as("total"),
        where("state = 'suppressed'").as("suppressed"),
        where("state = 'finished'").as("finished"),
        where("dialled").as("dialled"),
        where("answered").as("answered"),
        fn.countAll<number>().filterWhere(IS_UNREACHED).as("unreached"),
        where("state = 'in_flight'").as("in_flight"),
        where("state = 'waiting_retry'").as("waiting_retry"),
        sql<number>`coalesce(sum(attempts), 0)::bigint`.as("attempts"),
      ];
    })
    .where("campaign_id", "=", campaignId)
    .executeTakeFirstOrThrow();
