import type { Asker } from "../../../domain/assistant/asker.ts";
import { MOST_DAYS_LOOKED_BACK } from "../../../domain/assistant/assistant-functions.ts";
import type { Adapters } from "../../../infra/adapters.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";

/** The context of a look-up by the assistant. */
export interface LookUpContext extends Adapters {
  organizationId: number;
  asker: Asker;
  /** The person's own words, used where the model leaves an argument out. */
  words: string;
  inside<T>(work: (tx: OrganizationTransaction) => Promise<T>): Promise<T>;
}

/** `say`: the result as a sentence, which the stand-in model says unchanged. */
export type Found = { say: string } & Record<string, unknown>;
export type LookUpFunction = (lookUp: LookUpContext, given: Record<string, unknown>) => Promise<Found>;

export const readWords = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

export const readDays = (value: unknown, otherwise: number): number => {
  const days = typeof value === "number" && Number.isFinite(value) ? Math.trunc(value) : otherwise;
  return Math.min(Math.max(days, 1), MOST_DAYS_LOOKED_BACK);
};

export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
