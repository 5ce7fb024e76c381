import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { z } from "zod";
import { type DemoClient, readObject, readText } from "./demo/demo-client.ts";

/** The guides that the agent of the first talk answers from; those of its own come first. */
const GUIDES = [
  "integrators/first-talk.md",
  "integrators/first-talk-german.md",
  "integrators/campaigns.md",
  "integrators/agents.md",
  "integrators/documents.md",
  "integrators/do-not-call.md",
  "integrators/rehearsals.md",
] as const;

/** By guide, its document and the hash of the text that was given to it. */
export const givenGuides = z.record(z.string(), z.object({ document_uuid: z.uuid(), hash: z.string() }));
type GivenGuides = z.output<typeof givenGuides>;

/**
 * Gives the guides to the agent as documents of its own, through the API as anybody would: those that it lacks, and a new
 * version of those whose text has changed. They are processed afterwards. `keep` is called with what it has after each.
 */
export const giveGuides = async (
  owner: DemoClient,
  { agentId, given, keep }: { agentId: number; given: GivenGuides; keep(has: GivenGuides): Promise<void> },
): Promise<void> => {
  const has: GivenGuides = { ...given };
  for (const guide of GUIDES) {
    const text = await readFile(new URL(`../../docs/${guide}`, import.meta.url));
    const hash = createHash("sha256").update(text).digest("hex");
    const before = has[guide];
    if (before?.hash === hash) continue;
    has[guide] = { document_uuid: await giveGuide(owner, { name: basename(guide), text, agentId, before }), hash };
    await keep(has);
  }
};

const giveGuide = async (
  owner: DemoClient,
  {
    name,
    text,
    agentId,
    before,
  }: { name: string; text: Buffer; agentId: number; before: { document_uuid: string } | undefined },
): Promise<string> => {
  const upload = await owner.post("/knowledge-base/upload-url", {
    filename: name,
    mime_type: "text/markdown",
    file_size: text.length,
  });
  const put = readObject(upload, "put");
  const stored = await fetch(readText(put, "url"), {
    method: "PUT",
    headers: Object.fromEntries(
      Object.entries(readObject(put, "headers")).map(([header, value]) => [header, String(value)]),
    ),
    body: new Uint8Array(text),
  });
  if (!stored.ok) throw new Error(`the object store refused a guide: ${stored.status} ${await stored.text()}`);
  const documentUuid = before?.document_uuid ?? readText(upload, "document_uuid");
  await owner.post("/knowledge-base/process-document", {
    document_uuid: documentUuid,
    object_store_key: readText(upload, "object_store_key"),
    scope: "agent",
    workflow_id: agentId,
  });
  return documentUuid;
};
