import { AsyncLocalStorage } from "node:async_hooks";
import type { Span } from "./span.ts";

/** Fields of every log line of one request or activity. They hold ids and names, never numbers or secrets. */
export type WorkFields = Record<string, string | number | null | undefined>;

/** A request or an activity in progress in this process. */
export interface Work {
  fields: WorkFields;
  /** Its span; null when it is not traced. */
  span: Span | null;
}

const current = new AsyncLocalStorage<Work>();

/** Runs a function as part of the work: its log lines carry the work's fields, its spans are inside its span. */
export const runAsWork = <T>(work: Work, run: () => T): T => current.run(work, run);

export const readCurrentWork = (): Work | undefined => current.getStore();

/** Adds fields to the current work; later log lines carry them. */
export const addFields = (fields: WorkFields): void => {
  const work = current.getStore();
  if (work) Object.assign(work.fields, fields);
};

/** Returns the log fields of the current work. */
export const readCurrentFields = (): WorkFields => {
  const work = current.getStore();
  if (!work) return {};
  return work.span ? { ...work.fields, trace_id: work.span.traceId } : { ...work.fields };
};
