import { computeKeptFromMs } from "../../domain/removal/archive.rules.ts";
import { decideKeptFor, RETENTION_KINDS, type RetentionKind } from "../../domain/removal/retention.rules.ts";
import { sumByKind } from "../../domain/removal/row-kinds.ts";
import { DAY_MS } from "../../domain/time/durations.rules.ts";
import { Organization } from "../../infra/postgres/access/organization.entity.ts";
import { readMeasuredRows } from "../../infra/postgres/access/organization-rows.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { countRunsBefore } from "../../infra/postgres/removal/archives.repository.ts";
import { countDue, type DueCount, type DueName } from "../../infra/postgres/retention/due-data.repository.ts";
import { readFairShare } from "../../infra/postgres/team/fair-share.repository.ts";
import { readLiveFigures } from "../../infra/postgres/team/live-figures.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentFairShare, presentLiveFigures, presentPreferences } from "./organizations.presenter.ts";

/** Returns the organization's share of the calls that the platform starts, what waits in it, and why. */
export const getFairShare = async (context: OperationContext) =>
  presentFairShare(await context.inOrganization(readFairShare));

export const getPreferences = async (context: OperationContext) =>
  presentPreferences(
    await context.withEntities((em) => em.requireOne(Organization, { id: context.actor.organizationId })),
  );

/** Returns the organization's present activity. */
export const getLiveFigures = async (context: OperationContext) =>
  presentLiveFigures(await context.inOrganization(readLiveFigures));

const WEEK_MS = 7 * DAY_MS;
const NAMES: Readonly<Record<Exclude<RetentionKind, "runs">, readonly DueName[]>> = {
  words: ["conversations", "transcripts", "originals"],
  recordings: ["recordings", "original_recordings"],
  contacts: ["contacts"],
  import_files: ["imports"],
  threads: ["messages", "texts"],
  deliveries: ["exchanges"],
};

/** Tells how long each kind of data is kept, and how much of it is removed next, before it is. */
export const previewRetention = async ({ actor, config, clock, inOrganization }: OperationContext) =>
  inOrganization(async (tx) => {
    const settings = await tx
      .selectFrom("organizations")
      .select(["retention", "retention_days", "keep_runs_days"])
      .executeTakeFirstOrThrow();
    const now = clock.now();
    const kinds = [];
    for (const kind of RETENTION_KINDS) {
      const most = kind === "runs" ? config.KEEP_RUNS_DAYS : config.RETENTION_CEILINGS[kind];
      const kept = decideKeptFor(kind, settings, most);
      const count = kind === "runs" ? countRuns(tx) : countOf(tx, NAMES[kind], actor.organizationId);
      const due =
        kept && (await describeDue({ days: kept.days, nowMs: now.getTime(), isByDay: kind === "runs" }, count));
      kinds.push({
        kind,
        days: kept?.days ?? null,
        set_by: kept?.set_by ?? null,
        most_days: most ?? null,
        ...(due ?? { due: 0, due_within_week: 0, next_due_at: null }),
      });
    }
    return { as_of: now, kinds };
  });

type Count = (before: Date) => Promise<DueCount>;

const countOf =
  (tx: OrganizationTransaction, names: readonly DueName[], organizationId: number): Count =>
  async (before) => {
    const counts: DueCount[] = [];
    for (const name of names) counts.push(await countDue(tx, name, { organizationId, before }));
    const oldest = counts.flatMap((count) => count.oldest ?? []);
    return {
      due: counts.reduce((sum, { due }) => sum + due, 0),
      oldest: oldest.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null,
    };
  };

/** Calls are archived a whole day at a time. */
const countRuns =
  (tx: OrganizationTransaction): Count =>
  async (before) => {
    const oldest = await tx
      .selectFrom("call_runs")
      .select(({ fn }) => fn.min("created_at").as("at"))
      .executeTakeFirst();
    return { due: await countRunsBefore(tx, before), oldest: oldest?.at ?? null };
  };

const describeDue = async (
  { days, nowMs, isByDay }: { days: number; nowMs: number; isByDay: boolean },
  count: Count,
) => {
  const keptFromMs = isByDay ? computeKeptFromMs(nowMs, days) : nowMs - days * DAY_MS;
  const { due } = await count(new Date(keptFromMs));
  const { due: dueWithinWeek } = await count(new Date(keptFromMs + WEEK_MS));
  const { oldest } = await count(new Date(nowMs));
  return {
    due,
    due_within_week: dueWithinWeek,
    next_due_at: oldest && new Date(Math.max(nowMs, oldest.getTime() + days * DAY_MS)),
  };
};

/** Tells what takes the room of the organization's rows, by the last measurement, and how much they may take. */
export const getRowUsage = async ({ config, inOrganization }: OperationContext) => {
  const measured = await inOrganization(readMeasuredRows);
  return {
    bytes: measured?.bytes ?? 0,
    most_bytes: config.ROW_BYTES_PER_ORGANIZATION,
    measured_at: measured?.measured_at ?? null,
    kinds: sumByKind(measured?.measured_tables ?? {}),
  };
};
