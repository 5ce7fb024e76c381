import { CredentialRow } from "../../infra/postgres/credential/credential.entity.ts";
import { readCredentialUsers } from "../../infra/postgres/credential/credential-users.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentCredential } from "./credentials.presenter.ts";

export const listCredentials = (context: OperationContext) =>
  context.withEntities(async (em, tx) => {
    const rows = await em.find(CredentialRow, {}, { orderBy: { name: "asc", id: "asc" } });
    const users = await readCredentialUsers(tx);
    return rows.map((row) => presentCredential(row, users.get(row.uuid)));
  });
