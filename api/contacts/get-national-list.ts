import { findNationalList } from "../../infra/postgres/contact/national-list.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { nationalListNotFound } from "./contacts.errors.ts";
import { presentNationalList } from "./national-lists.presenter.ts";
import type { nationalListParams } from "./national-lists.schemas.ts";
import { startNationalList } from "./start-national-list.ts";

export const getNationalList = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof nationalListParams }>,
) => {
  const row = await context.inOrganization((tx) => findNationalList(tx, params.national_list_id));
  if (!row) throw nationalListNotFound();
  // Starts the workflow here if a crash left it out.
  if (row.state === "pending") await startNationalList(context.temporal, row);
  return presentNationalList(row);
};
