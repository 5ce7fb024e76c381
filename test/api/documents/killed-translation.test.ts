import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { z } from "zod";
import {
  getDocumentOperation,
  getDocumentUsageOperation,
  processDocumentOperation,
  translateDocumentOperation,
} from "../../../api/documents/documents.operations.ts";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import { documentProcessingContract } from "../../../workflows/document-processing/document-processing.contract.ts";
import { documentTranslationContract } from "../../../workflows/document-processing/document-translation.contract.ts";
import { pdfOf } from "../../factories/document-files.ts";
import { type ChatServer, refuse, startChatServer, stream } from "../../infra/models/chat-server.ts";
import { type KilledWorkerRig, startKilledWorkerRig } from "./killed-worker-rig.ts";
import { uploadFile } from "./upload-file.ts";

const PAGES = 60;
const RETRY_AFTER_SECONDS = 2;
const MESSAGES = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })) });

let rig: KilledWorkerRig;
let chat: ChatServer;
/** The texts of each answered request. */
const answered: string[][] = [];
const askedAtMs: number[] = [];

/** Its language is English with a German word before it. */
const translate = (response: ServerResponse) => {
  askedAtMs.push(performance.now());
  const { messages } = MESSAGES.parse(chat.requests.at(-1)?.body);
  const asked = z.array(z.string()).parse(JSON.parse(messages.at(-1)?.content ?? ""));
  answered.push(asked);
  return stream([{ content: JSON.stringify(asked.map((each) => `Dies: ${each}`)) }])(response);
};
const takeNoMore = (response: ServerResponse) => {
  askedAtMs.push(performance.now());
  response.setHeader("retry-after", String(RETRY_AFTER_SECONDS));
  refuse(response, 429, "slow down");
};

beforeAll(async () => {
  [rig, chat] = await Promise.all([startKilledWorkerRig(), startChatServer()]);
  const llm = { provider: "openai", model: "test", api_key: "a key", base_url: chat.baseUrl };
  const body = { embeddings: { provider: "local", model: "lexical" }, llm };
  await rig.api.client(rig.tenant.admin).call(setModelsOperation, { body });
});
afterAll(async () => {
  await rig.close();
  await chat.close();
});

const resultOf = (
  { workflowId }: typeof documentProcessingContract | typeof documentTranslationContract,
  documentUuid: string,
) => {
  const { organizationId } = rig.tenant;
  return rig.api.dependencies.temporal.workflow.getHandle(workflowId({ organizationId, documentUuid })).result();
};
const get = async (document_uuid: string) =>
  (await rig.operator.call(getDocumentOperation, { params: { document_uuid } })).body;

it("a translation is made once, wherever its worker is killed, and waits as long as the model's server says", async () => {
  const { operator, killAt, points } = rig;
  const page = (number: number) => [
    { text: `Chapter ${number}`, size: 18 },
    ...Array.from({ length: 12 }, (_, at) => ({
      text: `Line ${at + 1} of page ${number} tells of the machine and what it is good for on a long day.`,
    })),
  ];
  const content = pdfOf(Array.from({ length: PAGES }, (_, at) => page(at + 1)));
  rig.startWorker();
  const { document_uuid, object_store_key } = await uploadFile(operator, {
    name: "machines.pdf",
    mimeType: "application/pdf",
    content,
  });
  await operator.call(processDocumentOperation, { body: { document_uuid, object_store_key } });
  await resultOf(documentProcessingContract, document_uuid);

  chat.answers.push(takeNoMore, translate);
  const params = { document_uuid };
  const { body: asked } = await operator.call(translateDocumentOperation, { params, body: { target_language: "de" } });
  // A part is there, and nobody was told; then the file is there, and no row says so.
  const row = { table: "document_versions", event: "update" } as const;
  await killAt({ ...row, when: "new.translated_parts = 3 and old.translated_parts = 2", at: "commit" });
  await killAt({ ...row, when: "new.state = 'queued' and old.state = 'translating'", at: "statement" });
  rig.startWorker();
  await resultOf(documentTranslationContract, asked.document_uuid);
  await resultOf(documentProcessingContract, asked.document_uuid);

  expect((askedAtMs[1] ?? 0) - (askedAtMs[0] ?? 0)).toBeGreaterThanOrEqual(RETRY_AFTER_SECONDS * 1000);
  const texts = answered.flat();
  expect(texts).toHaveLength(new Set(texts).size);
  expect(texts.filter((each) => each.startsWith("Chapter"))).toHaveLength(PAGES);
  const [source, translation] = [await get(document_uuid), await get(asked.document_uuid)];
  expect(translation).toMatchObject({ state: "ready", translated_from: document_uuid, version: 1 });
  const [counts] = await points.query<Record<"source" | "translation", number>>(
    `select max(part_count) filter (where d.translated_from is null) as source,
       max(v.translated_parts) filter (where d.translated_from is not null) as translation
     from document_versions v join documents d on d.id = v.document_id`,
  );
  expect(counts?.source).toBeGreaterThan(4);
  expect(counts?.translation).toBe(counts?.source);
  const key = `org-${rig.tenant.organizationId}/documents/${asked.document_uuid}/machines_de.md`;
  const file = await text(await rig.api.dependencies.objectStore.read(key));
  for (const number of [1, PAGES / 2, PAGES]) {
    expect(file.split(`# Dies: Chapter ${number}\n`)).toHaveLength(2);
  }
  const { body: usage } = await operator.call(getDocumentUsageOperation, {});
  expect(usage).toMatchObject({
    document_count: 2,
    used_bytes: content.length + Buffer.byteLength(file),
    chunk_count: source.total_chunks + translation.total_chunks,
  });
});
