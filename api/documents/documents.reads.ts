import { listStates } from "../../domain/document/processing-status-by-state.ts";
import {
  findDocument,
  listDocuments as findDocuments,
  readKnownDocuments,
} from "../../infra/postgres/document/document.repository.ts";
import { readUsage } from "../../infra/postgres/document/usage.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { documentNotFound } from "./documents.errors.ts";
import { presentDocument } from "./documents.presenter.ts";
import type { documentParams, documentsQuery } from "./documents.schemas.ts";

export const getDocument = (context: OperationContext, { params }: OperationInput<{ params: typeof documentParams }>) =>
  context.inOrganization(async (tx) => {
    const row = await findDocument(tx, params.document_uuid);
    const [known] = row ? await readKnownDocuments(tx, [row]) : [];
    if (!known) throw documentNotFound();
    return presentDocument(known);
  });

export const getUsage = (context: OperationContext) =>
  context.inOrganization(async (tx) => {
    const { organization_id: _, ...usage } = await readUsage(tx, context.actor.organizationId);
    return usage;
  });

export const listDocuments = (context: OperationContext, { query }: OperationInput<{ query: typeof documentsQuery }>) =>
  context.inOrganization(async (tx) => {
    const { scope, folder_id: channelId, workflow_id: agentId, q, limit, offset } = query;
    const states = query.status === undefined ? undefined : listStates(query.status);
    const filter = { states, scope, channelId, agentId, fileFolderId: query.file_folder_id, q };
    const { documents, total } = await findDocuments(tx, filter, { limit, offset });
    return { documents: documents.map(presentDocument), total, limit, offset };
  });
