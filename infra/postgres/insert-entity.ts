import type { EntityName, RequiredEntityData } from "@mikro-orm/postgresql";
import { wrapEntityManager } from "./entity-manager.ts";
import { openEntityManager } from "./object-mapper.ts";
import type { OrganizationTransaction } from "./organization-transaction.ts";

/**
 * Inserts a row that its transaction does not change again, and returns it as stored: for a transaction that has no
 * entity manager, and for parts that are sent together.
 */
export const insertEntity = <T extends object>(
  tx: OrganizationTransaction,
  entity: EntityName<T>,
  values: RequiredEntityData<T>,
): Promise<Readonly<T>> => wrapEntityManager(openEntityManager(tx)).create(entity, values);
