import { listDocuments as findDocuments } from "../../infra/postgres/document/document.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentDocument } from "./documents.presenter.ts";
import { listStates } from "../../domain/document/processing-status.ts";
import type { documentsQuery } from "./documents.schemas.ts";

export const listDocuments = (context: OperationContext, { query }: OperationInput<{ query: typeof documentsQuery }>) =>
  context.inOrganization(async (tx) => {
    const { scope, folder_id: channelId, workflow_id: agentId, q, limit, offset } = query;
    const states = query.status === undefined ? undefined : listStates(query.status);
    const filter = { states, scope, channelId, agentId, fileFolderId: query.file_folder_id, q };
    const { documents, total } = await findDocuments(tx, filter, { limit, offset });
    return { documents: documents.map(presentDocument), total, limit, offset };
  });
