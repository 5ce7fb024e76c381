import { CredentialRow } from "../../infra/postgres/credential/credential.entity.ts";
import { findCredential } from "../../infra/postgres/credential/credential.repository.ts";
import { readCredentialUsers } from "../../infra/postgres/credential/credential-users.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { credentialNotFound } from "./credentials.errors.ts";
import { presentCredential } from "./credentials.presenter.ts";
import type { credentialParams } from "./credentials.schemas.ts";

export const getCredential = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof credentialParams }>,
) =>
  context.withEntities(async (em, tx) => {
    const row = await findCredential(em, params.credential_uuid);
    if (!row) throw credentialNotFound();
    return presentCredential(row, (await readCredentialUsers(tx, row.uuid)).get(row.uuid));
  });

export const listCredentials = (context: OperationContext) =>
  context.withEntities(async (em, tx) => {
    const rows = await em.find(CredentialRow, {}, { orderBy: { name: "asc", id: "asc" } });
    const users = await readCredentialUsers(tx);
    return rows.map((row) => presentCredential(row, users.get(row.uuid)));
  });
