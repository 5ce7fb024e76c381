import type { EntitySchemaWithMeta } from "@mikro-orm/core";
import type { InferKyselyDB } from "@mikro-orm/postgresql";
import type { Selectable } from "kysely";

/** A row of the entity's table, as Kysely reads it and the entity manager too. */
export type Row<Entity extends EntitySchemaWithMeta> = Selectable<InferKyselyDB<Entity>[keyof InferKyselyDB<Entity>]>;
