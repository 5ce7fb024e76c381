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

/** Reads and keeps entities in this transaction; what was changed of them is written by `flush`. */
export const entityManager = (tx: Transaction<Tables>): EntityManager => {
  orm ??= new MikroORM({
    driver: BoundDriver,
    entities: [...entities],
    namingStrategy: EntityCaseNamingStrategy,
    assign: { ignoreUndefined: true },
    driverOptions: new Kysely<unknown>({ dialect: noConnection }),
    dbName: "none",
    // Otherwise the first question looks for the database, makes it, and closes the pool.
    ensureDatabase: false,
  });
  const em = orm.em.fork();
  em.setTransactionContext(tx);
  return em;
};

class NoConnection extends DummyDriver {
  override acquireConnection(): Promise<DatabaseConnection> {
    throw new Error("entities are asked for in a transaction of Database alone");
  }
}

const noConnection: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new NoConnection(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};
