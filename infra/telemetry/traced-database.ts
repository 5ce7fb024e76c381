import type { Database } from "../postgres/database.ts";
import { readCurrentWork } from "./current-work.ts";
import { noTracing, runInSpan, type Tracing } from "./tracing.ts";

/** Wraps the database: inside traced work each transaction is a span, without its statements. */
export const traceDatabase = (database: Database, tracing: Tracing): Database => {
  if (tracing === noTracing) return database;
  const start = {
    name: "postgresql transaction",
    kind: "client",
    attributes: { "db.system.name": "postgresql" },
  } as const;
  const traced = <T>(run: () => Promise<T>) =>
    readCurrentWork()?.span ? runInSpan(tracing, start, run, isFaultOfTransaction) : run();
  return {
    ...database,
    inOrganization: (organizationId, work) => traced(() => database.inOrganization(organizationId, work)),
    withEntities: (organizationId, work) => traced(() => database.withEntities(organizationId, work)),
  };
};

/** A transaction that ends with the refusal of a request (such as "there is no such campaign") has done its work. */
const isFaultOfTransaction = (error: unknown): boolean => !isRefusal(error);

const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  "status" in error &&
  typeof error.status === "number" &&
  error.status >= 400 &&
  error.status < 500;
