import { tellFinding } from "../../infra/doctor/finding.ts";
import { readInstallation } from "../../infra/postgres/installation/installation.repository.ts";
import { version } from "../../infra/version.ts";
import { forbidden } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { installationQuery } from "./service.schemas.ts";

/** Workers measure every minute; where none does, an owner's look measures, and seldom. */
const MEASURED_EVERY_SECONDS = 300;

/** Nobody is the operator of an installation whose setting names no organization. */
const requireOperator = ({ actor, config }: OperationContext): void => {
  if (actor.organizationId === config.OPERATOR_ORGANIZATION_ID) return;
  throw forbidden(
    "not_operator",
    "Only owners of the organization that OPERATOR_ORGANIZATION_ID names see the installation; its operator sets it",
  );
};

/** The state of the whole installation, for owners of the organization that its operator has named. */
export const getInstallation = async (
  context: OperationContext,
  { query }: OperationInput<{ query: typeof installationQuery }>,
) => {
  const { config, database, examination } = context;
  requireOperator(context);
  const [facts, { at, findings }] = await Promise.all([
    readInstallation(database, {
      everySeconds: MEASURED_EVERY_SECONDS,
      keepRunsDays: config.KEEP_RUNS_DAYS,
      rowBytesPerOrganization: config.ROW_BYTES_PER_ORGANIZATION,
    }),
    examination(),
  ]);
  return {
    version,
    node_version: process.versions.node,
    examined_at: at.toISOString(),
    findings: findings.map((finding) => tellFinding(finding, query.language)),
    last_backup: facts.backup && facts.backupAt && { taken_at: facts.backupAt.toISOString(), ...facts.backup },
    measured_at: facts.measuredAt?.toISOString() ?? null,
    figures: facts.figures,
  };
};
