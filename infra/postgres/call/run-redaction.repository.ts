import { readAgentSettings } from "../../../domain/agent/agent-settings.ts";
import { type Redaction, readRedactionSetting, uniteRedactions } from "../../../domain/privacy/redaction-setting.ts";
import type { OrganizationTransaction } from "../database.ts";

/** Reads what is left out of what is stored and sent about a run, or, without one, about the organization. */
export const readRedaction = async (tx: OrganizationTransaction, runId: number | null): Promise<Redaction | null> => {
  const { redaction, country } = await tx
    .selectFrom("organizations")
    .select(["redaction", "country"])
    .executeTakeFirstOrThrow();
  const version =
    runId === null
      ? undefined
      : await tx
          .selectFrom("call_runs as r")
          .innerJoin("agent_versions as v", "v.id", "r.agent_version_id")
          .select("v.configurations")
          .where("r.id", "=", runId)
          .executeTakeFirst();
  const own = version ? readAgentSettings(version.configurations).redaction : null;
  return uniteRedactions([readRedactionSetting(redaction), own], country);
};
