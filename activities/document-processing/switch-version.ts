import { deleteOldVersions, setCurrentVersion } from "../../application/document/end-version.ts";
import { readPassages } from "../../infra/postgres/document/passage.repository.ts";
import type { VersionAddress } from "../../workflows/document-processing/document-processing.ports.ts";
import { lockConfiguredModel } from "./configured-model.ts";
import { type DocumentDependencies, runStep } from "./step.ts";

/**
 * Switches readers to this version: first in the index, then in the rows; then removes older ones, their files last. A
 * repetition completes it.
 */
export const switchVersion = (deps: DocumentDependencies, address: VersionAddress): Promise<void> =>
  runStep(deps, { address, step: "switch" }, async ({ document, version }) => {
    const { organizationId, documentUuid } = address;
    const { database } = deps;
    const [first] = await database.inOrganization(organizationId, (tx) =>
      readPassages(tx, version.id, { from: 0, limit: 1 }),
    );
    // When the version is done already, its passages may by now be getting vectors of another model.
    const model = version.embedding_model ?? first?.embedding_model;
    if (!model) throw new Error("the passages have no vectors yet");
    const edition = { documentUuid, version: version.version, model };
    await deps.passageIndex.makeCurrent(organizationId, edition);
    await database.inOrganization(organizationId, async (tx) => {
      const configured = await lockConfiguredModel(tx, { ...deps, organizationId });
      const isOutdated = configured !== null && configured !== model;
      await setCurrentVersion(tx, { document, version }, { model, isOutdated, at: deps.clock.now() });
    });
    await deps.passageIndex.remove(organizationId, { documentUuid, except: edition });
    const unused = await database.inOrganization(organizationId, (tx) => deleteOldVersions(tx, { document, version }));
    for (const key of unused) await deps.objectStore.remove(key);
  });
