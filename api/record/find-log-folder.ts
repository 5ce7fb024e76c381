import { buildLogFolder } from "../../application/record/record-store.ts";
import { readRecordKeys } from "../../infra/postgres/record/record-keys.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";

/** Finds where the organization's log stands in the object store. */
export const findLogFolder = async ({ database, secrets, actor }: OperationContext): Promise<string> => {
  const { installation } = await readRecordKeys(database, secrets);
  return buildLogFolder({ installation, organizationId: actor.organizationId });
};
