import { findRecordTree, listSealed } from "../../infra/postgres/record/record.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { tooManyEntries } from "./record.errors.ts";
import { type entriesQuery, MOST_ENTRIES } from "./record.schemas.ts";

/** Returns sealed entries in their order, `to` not included. */
export const listEntries = (context: OperationContext, { query }: OperationInput<{ query: typeof entriesQuery }>) => {
  const { from, to = from + MOST_ENTRIES } = query;
  if (to - from > MOST_ENTRIES) throw tooManyEntries();
  return context.inOrganization(async (tx) => {
    const tree = await findRecordTree(tx);
    const entries = await listSealed(tx, { from, to });
    return { size: tree?.size ?? 0, entries: entries.map(({ index, kind, line }) => ({ index, kind, line })) };
  });
};
