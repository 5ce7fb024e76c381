import { failVersion } from "../../application/document/end-version.ts";
import { findTranslation } from "../../infra/postgres/document/translation.repository.ts";
import type { DocumentTranslationActivities } from "../../workflows/document-processing/document-translation.ports.ts";
import { withHeartbeat } from "../heartbeat.ts";
import type { DocumentDependencies } from "./step.ts";
import { translatePart } from "./translate-part.ts";
import { writeTranslation } from "./write-translation.ts";

export const createDocumentTranslationActivities = (deps: DocumentDependencies): DocumentTranslationActivities => ({
  readTranslation: async ({ organizationId, documentUuid }) => {
    const found = await deps.database.inOrganization(organizationId, (tx) => findTranslation(tx, documentUuid));
    return found ? { done: found.version.translated_parts, total: found.version.part_count } : null;
  },
  translatePart: (part) => withHeartbeat(() => translatePart(deps, part)),
  writeTranslation: (document) => withHeartbeat(() => writeTranslation(deps, document)),
  failTranslation: ({ organizationId, documentUuid, error }) =>
    withHeartbeat(() =>
      deps.database.inOrganization(organizationId, async (tx) => {
        const version = (await findTranslation(tx, documentUuid))?.version.version;
        if (version) await failVersion(tx, { documentUuid, version, error, at: deps.clock.now() });
      }),
    ),
});
