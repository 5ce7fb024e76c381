import { AsyncLocalStorage } from "node:async_hooks";
import type { Span } from "./span.ts";

/** What every line of one request or activity says. Ids and names, never numbers or secrets. */
export type WorkFields = Record<string, string | number | null | undefined>;

/** A request or an activity that this process is at. */
export interface Work {
  fields: WorkFields;
  /** Where it stands in its trace; null when it is not traced. */
  span: Span | null;
}

const current = new AsyncLocalStorage<Work>();

/** Whatever `work` does or starts belongs to it: its log lines carry its fields, its spans are inside its span. */
export const runAs = <T>(work: Work, run: () => T): T => current.run(work, run);

export const currentWork = (): Work | undefined => current.getStore();

/** Adds what became known in the middle: from now on every line says it too. */
export const addFields = (fields: WorkFields): void => {
  const work = current.getStore();
  if (work) Object.assign(work.fields, fields);
};

/** What a log line says of the work that wrote it. */
export const currentFields = (): WorkFields => {
  const work = current.getStore();
  if (!work) return {};
  return work.span ? { ...work.fields, trace_id: work.span.traceId } : { ...work.fields };
};
