import { forgetArtifact, listExpiredArtifacts } from "../../infra/postgres/artifact/artifact.repository.ts";
import type { RetentionActivities } from "../../workflows/retention/retention.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";

const PAGE = 500;

export const createRetentionActivities = (deps: WorkerDependencies): RetentionActivities => ({
  removeExpired: () => withHeartbeat(() => removeExpired(deps)),
});

const removeExpired = async ({ database, objectStore }: WorkerDependencies) => {
  const expired = await listExpiredArtifacts(database, PAGE);
  for (const { id, organization_id, object_key } of expired) {
    await objectStore.remove(object_key);
    await database.inOrganization(organization_id, (tx) => forgetArtifact(tx, id));
  }
  return { removed: expired.length, more: expired.length === PAGE };
};
