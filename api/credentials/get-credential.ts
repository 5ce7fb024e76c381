import type { z } from "zod";
import { findCredential } from "../../infra/postgres/credential/credential.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { credentialNotFound } from "./credentials.errors.ts";
import { presentCredential } from "./credentials.presenter.ts";
import type { credentialParams } from "./credentials.schemas.ts";

export const getCredential = async (
  context: OperationContext,
  { params }: { params: z.output<typeof credentialParams> },
) => {
  const row = await context.withEntities((em) => findCredential(em, params.credential_uuid));
  if (!row) throw credentialNotFound();
  return presentCredential(row);
};
