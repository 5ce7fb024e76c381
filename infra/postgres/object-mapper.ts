import { EntityCaseNamingStrategy, type EntityManager, MikroORM } from "@mikro-orm/postgresql";
import {
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Transaction,
} from "kysely";
import { BoundDriver } from "./bound-parameters.ts";
import { entities } from "./entities.ts";
import type { Tables } from "./tables.ts";

let orm: MikroORM | undefined;

/** Opens MikroORM's own manager on this transaction alone; other code uses `Entities`. */
export const openEntityManager = (tx: Transaction<Tables>): EntityManager => {
  orm ??= new MikroORM({
    driver: BoundDriver,
    entities: [...entities],
    namingStrategy: EntityCaseNamingStrategy,
    driverOptions: new Kysely<unknown>({ dialect: noConnection }),
    dbName: "none",
    // Otherwise its first statement would look for the database, try to create it and close the pool.
    ensureDatabase: false,
  });
  const em = orm.em.fork();
  em.setTransactionContext(tx);
  return em;
};

class NoConnection extends DummyDriver {
  override acquireConnection(): Promise<DatabaseConnection> {
    throw new Error("Entities are read and written inside a transaction of Database only");
  }
}

const noConnection: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new NoConnection(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};
