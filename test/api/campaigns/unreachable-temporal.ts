import { Client, Connection } from "@temporalio/client";

/** A workflow engine that nobody can reach; it is not tried again and again, so it says so at once. */
export const unreachableTemporal = (): Client =>
  new Client({ connection: Connection.lazy({ address: "127.0.0.1:9", interceptors: [] }) });
