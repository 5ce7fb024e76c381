import { CredentialRow } from "../../infra/postgres/credential/credential.entity.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentCredential } from "./credentials.presenter.ts";

export const listCredentials = async (context: OperationContext) => {
  const rows = await context.withEntities((em) => em.find(CredentialRow, {}, { orderBy: { name: "asc", id: "asc" } }));
  return rows.map(presentCredential);
};
