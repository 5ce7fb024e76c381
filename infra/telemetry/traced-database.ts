import type { Database } from "../postgres/database.ts";
import { currentWork } from "./current-work.ts";
import { inSpan, noTracing, type Tracing } from "./tracing.ts";

/** The same database; inside work that is traced each transaction is a span, without its statements. */
export const tracedDatabase = (database: Database, tracing: Tracing): Database => {
  if (tracing === noTracing) return database;
  const start = {
    name: "postgresql transaction",
    kind: "client",
    attributes: { "db.system.name": "postgresql" },
  } as const;
  return {
    ...database,
    inOrganization: (organizationId, work) => {
      const run = () => database.inOrganization(organizationId, work);
      return currentWork()?.span ? inSpan(tracing, start, run) : run();
    },
  };
};
