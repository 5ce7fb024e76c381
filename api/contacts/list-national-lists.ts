import { readNationalLists } from "../../infra/postgres/contact/national-list.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentNationalList } from "./national-lists.presenter.ts";
import type { nationalListsQuery } from "./national-lists.schemas.ts";

export const listNationalLists = async (
  context: OperationContext,
  { query: { cursor, limit } }: OperationInput<{ query: typeof nationalListsQuery }>,
) => {
  const rows = await context.inOrganization((tx) => readNationalLists(tx, { before: cursor, limit: limit + 1 }));
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    national_lists: page.map(presentNationalList),
    next_cursor: rows.length > limit && last ? String(last.id) : null,
  };
};
