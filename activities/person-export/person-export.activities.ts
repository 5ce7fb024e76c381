import { Readable } from "node:stream";
import { writePersonExport } from "../../application/privacy/write-export.ts";
import { buildExportKey, EXPORT_KEPT_HOURS } from "../../domain/privacy/export.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { ErasedPerson } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import {
  endExport,
  findExport,
  noteExportStep,
  openExported,
} from "../../infra/postgres/privacy/person-exports.repository.ts";
import { appendEntry } from "../../infra/postgres/record/append-entry.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { ExportEnd, PersonExportActivities } from "../../workflows/person-export/person-export.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";

type Dependencies = Pick<WorkerDependencies, "database" | "objectStore" | "secrets">;

export const createPersonExportActivities = (deps: Dependencies): PersonExportActivities => ({
  writeExport: ({ organizationId, exportUuid: uuid }) =>
    withHeartbeat(async () => {
      const row = await deps.database.inOrganization(organizationId, (tx) => findExport(tx, uuid));
      const person = row && openExported(row, deps.secrets);
      if (row?.state === "done") return "done";
      if (row?.state === "running" && person) return write(deps, { organizationId, uuid, person });
      // A worker that was killed may have left a file.
      await deps.objectStore.remove(buildExportKey({ organizationId, uuid }));
      return "canceled";
    }),
});

interface Wanted {
  organizationId: number;
  uuid: string;
  person: ErasedPerson;
}

class NotWanted extends Error {}

const write = async (deps: Dependencies, { organizationId, uuid, person }: Wanted): Promise<ExportEnd> => {
  const { database, objectStore } = deps;
  const key = buildExportKey({ organizationId, uuid });
  const held: Record<string, number> = {};
  const within = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
    database.inOrganization(organizationId, work);
  const archive = writePersonExport(
    deps,
    { organizationId, person },
    {
      begins: async (place) => {
        if (!(await within((tx) => noteExportStep(tx, uuid, place)))) throw new NotWanted("it was canceled");
      },
      holds: (place, count) => {
        held[place] = (held[place] ?? 0) + count;
      },
    },
  );
  try {
    await objectStore.put(key, Readable.from(archive, { objectMode: false }), "application/zip");
  } catch (error) {
    if (!(error instanceof NotWanted)) throw error;
    await objectStore.remove(key);
    return "canceled";
  }
  const sizeBytes = (await objectStore.size(key)) ?? 0;
  const isEnded = await within(async (tx) => {
    const ended = await endExport(tx, uuid, { held, sizeBytes, keptHours: EXPORT_KEPT_HOURS });
    if (!ended) return false;
    const { actor } = ended;
    await appendEntry(tx, { organizationId, kind: "person.exported", actor, facts: { export: uuid, held } });
    await recordTimeline(tx, {
      organizationId,
      kind: "system",
      actor,
      summary: "The data of a person was exported",
      payload: { event: "person_exported", export_id: uuid },
    });
    return true;
  });
  if (isEnded) return "done";
  await objectStore.remove(key);
  return "canceled";
};
