import { sumByKind } from "../../domain/removal/row-kinds.ts";
import { Organization } from "../../infra/postgres/access/organization.entity.ts";
import { readMeasuredRows } from "../../infra/postgres/access/organization-rows.repository.ts";
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
