import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { ObjectStore } from "../../infra/object-store/object-store.ts";
import { addArtifactOrphans, adoptArtifactOrphans } from "../../infra/postgres/artifact/artifact-orphan.repository.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { Database } from "../../infra/postgres/database.ts";
import { forgetOriginalRecording, keepOriginals } from "../../infra/postgres/privacy/kept-originals.repository.ts";
import { createFileOpening, sealFile } from "../../infra/secrets/sealed-file.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";

interface KeepingDependencies {
  database: Pick<Database, "inOrganization">;
  objectStore: Pick<ObjectStore, "put">;
  secrets: SecretBox;
}

/**
 * Keeps a recording as it was before it was silenced: its file is encrypted with a key of its own, which the row has sealed. One of the
 * same name is replaced, so that a repetition leaves one.
 */
export const keepOriginalRecording = async (
  { database, objectStore, secrets }: KeepingDependencies,
  run: Pick<CallRun, "id" | "organization_id" | "uuid">,
  {
    name,
    contentType,
    bytes,
  }: { name: string; contentType: string; bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array> },
): Promise<void> => {
  const organizationId = run.organization_id;
  const objectKey = `calls/${organizationId}/${run.uuid}/original-${randomUUID()}.sealed`;
  await database.inOrganization(organizationId, (tx) => addArtifactOrphans(tx, organizationId, [objectKey]));
  const opening = createFileOpening(contentType);
  await objectStore.put(objectKey, Readable.from(sealFile(opening, bytes)), "application/octet-stream");
  await database.inOrganization(organizationId, async (tx) => {
    await adoptArtifactOrphans(tx, [objectKey]);
    const replaced = await forgetOriginalRecording(tx, { runId: run.id, name });
    await addArtifactOrphans(tx, organizationId, replaced);
    await keepOriginals(tx, { run: { organizationId, runId: run.id }, secrets }, [
      { kind: "recording", name, value: opening, objectKey },
    ]);
  });
};
