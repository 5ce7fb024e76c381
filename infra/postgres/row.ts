import type { EntitySchemaWithMeta } from "@mikro-orm/core";
import type { InferKyselyDB } from "@mikro-orm/postgresql";
import type { Selectable } from "kysely";

/**
 * A row of the entity's table, read by Kysely or by the entity manager. Properties are never assigned: changes are
 * written with `em.change` or a statement.
 */
export type Row<Entity extends EntitySchemaWithMeta> = Readonly<
  Selectable<InferKyselyDB<Entity>[keyof InferKyselyDB<Entity>]>
>;
