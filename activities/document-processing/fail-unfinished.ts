import { failVersion } from "../../application/document/end-version.ts";
import { findNewestVersion } from "../../infra/postgres/document/version.repository.ts";
import type { DocumentAddress } from "../../workflows/document-processing/document-processing.contract.ts";
import { withHeartbeat } from "../heartbeat.ts";
import type { DocumentDependencies } from "./step.ts";

/** Fails the version that was begun, as the port describes it. */
export const failUnfinished = (
  { database, clock }: DocumentDependencies,
  { organizationId, documentUuid, error, alsoQueued }: DocumentAddress & { error: string; alsoQueued: boolean },
): Promise<{ version: number } | null> =>
  withHeartbeat(() =>
    database.inOrganization(organizationId, async (tx) => {
      const states = alsoQueued ? (["indexing", "queued"] as const) : (["indexing"] as const);
      const version = await findNewestVersion(tx, documentUuid, states);
      if (version === null) return null;
      await failVersion(tx, { documentUuid, version, error, at: clock.now() });
      return { version };
    }),
  );
