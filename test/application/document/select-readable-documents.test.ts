import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { selectReadableDocuments } from "../../../application/document/select-readable-documents.ts";
import { DOCUMENT_SCOPES, type DocumentReaders, isReadBy } from "../../../domain/document/document-scope.rules.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

let test: TestDatabase;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
});
afterAll(() => test.drop());

const addChannel = async (name: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into folders (organization_id, name) values (${tenant.organizationId}, ${name}) returning id
  `.execute(test.everything);
  return Number(rows[0]?.id);
};

it("the statement selects the documents that the rule lets each agent read", async () => {
  const { organizationId } = tenant;
  const channels = [await addChannel("sales"), await addChannel("service")];
  const agents = [(await createAgentRows(test, tenant)).agentId, (await createAgentRows(test, tenant)).agentId];
  const documents = DOCUMENT_SCOPES.flatMap((scope): DocumentReaders[] => {
    if (scope === "channel") return channels.map((folder_id) => ({ scope, folder_id, agent_id: null }));
    if (scope === "agent") return agents.map((agent_id) => ({ scope, folder_id: null, agent_id }));
    return [0, 1].map(() => ({ scope, folder_id: null, agent_id: null }));
  });
  const added = await Promise.all(
    documents.map(async (readers, index) => {
      const { document_uuid } = await test.everything
        .insertInto("documents")
        .values({
          organization_id: organizationId,
          document_uuid: crypto.randomUUID(),
          filename: `${index}.txt`,
          mime_type: "text/plain",
          ...readers,
        })
        .returning("document_uuid")
        .executeTakeFirstOrThrow();
      return { readers, uuid: document_uuid };
    }),
  );
  const named = added.filter((_document, index) => index % 2 === 0).map(({ uuid }) => uuid);
  for (const agentId of [...agents, null])
    for (const channelId of [...channels, null]) {
      const reader = { agentId, channelId };
      const selected = await test.database.inOrganization(organizationId, (tx) =>
        selectReadableDocuments(tx, reader, named).select("seen.document_uuid as uuid").execute(),
      );
      const allowed = added.filter(({ readers, uuid }) => isReadBy(readers, reader, named.includes(uuid)));
      expect(selected.map(({ uuid }) => uuid).toSorted()).toEqual(allowed.map(({ uuid }) => uuid).toSorted());
    }
});
