import type { FoundPerson } from "../../infra/postgres/privacy/found-by.ts";
import type { PersonErasure } from "../../infra/postgres/privacy/person-erasure.entity.ts";
import type { ErasedPerson } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import type { StepResult } from "../../workflows/person-erasure/person-erasure.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";

export type ErasureDependencies = Pick<
  WorkerDependencies,
  | "database"
  | "carriers"
  | "objectStore"
  | "passageIndex"
  | "transcriptIndex"
  | "temporal"
  | "secrets"
  | "logger"
  | "clock"
>;

/** An erasure under way. */
export interface Erasure {
  organizationId: number;
  uuid: string;
  row: PersonErasure;
  person: ErasedPerson;
}

export const DONE: StepResult = { left: 0 };

/** Statements about so many runs at a time stay short. */
const RUNS_AT_ONCE = 50;

/** Returns the person in parts whose runs are few. */
export const splitByRuns = (erasure: Erasure): FoundPerson[] => {
  const { organizationId, person, row } = erasure;
  const { runs = [], documents = [] } = row.found;
  const part = (runIds: readonly number[]) => ({
    organizationId,
    numbers: person.numbers,
    runIds,
    documentUuids: documents,
  });
  const parts = Array.from({ length: Math.ceil(runs.length / RUNS_AT_ONCE) }, (_, at) =>
    part(runs.slice(at * RUNS_AT_ONCE, (at + 1) * RUNS_AT_ONCE)),
  );
  return parts.length === 0 ? [part([])] : parts;
};
