import type { WorkerDependencies } from "../dependencies.ts";

export type ImportDependencies = Pick<
  WorkerDependencies,
  "database" | "objectStore" | "temporal" | "clock" | "logger" | "metrics" | "rowBytesPerOrganization"
>;
