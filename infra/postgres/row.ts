import type { EntitySchemaWithMeta } from "@mikro-orm/core";
import type { InferKyselyDB } from "@mikro-orm/postgresql";
import type { Selectable } from "kysely";

/**
 * A row of the entity's table, whether Kysely has read it or the entity manager. Nobody assigns to its properties: a
 * change is written where it is made, by `em.change` or by a statement.
 */
export type Row<Entity extends EntitySchemaWithMeta> = Readonly<
  Selectable<InferKyselyDB<Entity>[keyof InferKyselyDB<Entity>]>
>;
