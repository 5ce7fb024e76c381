import type { Asker } from "../../domain/assistant/asker.ts";
import type { Adapters } from "../adapters.ts";
import type { OrganizationTransaction } from "../postgres/database.ts";

/** What the assistant looks something up with. */
export interface LookUp extends Adapters {
  organizationId: number;
  asker: Asker;
  /** The person's own words, for what the model leaves out. */
  words: string;
  inside<T>(work: (tx: OrganizationTransaction) => Promise<T>): Promise<T>;
}

/** `say`: the same in a sentence, which the stand-in model says as it is. */
export type Found = { say: string } & Record<string, unknown>;
export type LookUpFunction = (lookUp: LookUp, given: Record<string, unknown>) => Promise<Found>;

const MOST_DAYS = 90;

export const wordsIn = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

export const daysIn = (value: unknown, otherwise: number): number => {
  const days = typeof value === "number" && Number.isFinite(value) ? Math.trunc(value) : otherwise;
  return Math.min(Math.max(days, 1), MOST_DAYS);
};

export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
