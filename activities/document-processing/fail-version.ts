import { failVersion as writeFailure } from "../../infra/postgres/document/end-version.ts";
import type { VersionAddress } from "../../workflows/document-processing/document-processing.ports.ts";
import { withHeartbeat } from "../heartbeat.ts";
import type { DocumentDependencies } from "./step.ts";

/**
 * Fails a version with its sentence. Readers do not find its passages in the index, and the next switch removes them.
 */
export const failVersion = (
  { database, clock }: DocumentDependencies,
  { organizationId, documentUuid, version, error }: VersionAddress & { error: string },
): Promise<void> =>
  withHeartbeat(() =>
    database.inOrganization(organizationId, (tx) =>
      writeFailure(tx, { documentUuid, version, error, at: clock.now() }),
    ),
  );
