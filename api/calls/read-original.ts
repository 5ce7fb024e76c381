import { pipeline } from "node:stream/promises";
import { readTranscript } from "../../infra/postgres/conversation/transcript.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import {
  hasOriginals,
  type KeptOriginals,
  readOriginals,
} from "../../infra/postgres/privacy/kept-originals.repository.ts";
import { fileOpeningSchema, openFile } from "../../infra/secrets/sealed-file.ts";
import { BYTES_TYPE, fileTypeFor } from "../http/file-type.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { createRawAnswer } from "../http/raw-answer.ts";
import { originalNotFound, recordingNotFound, runNotFound } from "./calls.errors.ts";
import type { originalRecordingQuery, runParams } from "./calls.schemas.ts";

type RunInput = OperationInput<{ params: typeof runParams }>;

/** Reads a call as it was before redaction. */
export const readOriginal = (context: OperationContext, { params }: RunInput) =>
  context.inOrganization(async (tx) => {
    const { words, variables, evidence, recordings } = await openOriginals(context, tx, params);
    const entries = await readTranscript(tx, params.run_id);
    return {
      workflow_run_id: params.run_id,
      entries: entries.map(({ id, at, speaker, text }) => ({
        id,
        at,
        speaker,
        text: words.get(id) ?? text,
        is_original: words.has(id),
      })),
      variables,
      evidence: Object.fromEntries(Object.entries(evidence).map(([name, value]) => [name, String(value)])),
      recordings: recordings.map((_, part) => ({ part })),
    };
  });

/** Plays a recording as it was before it was silenced. */
export const playOriginal = async (
  context: OperationContext,
  { params, query }: OperationInput<{ params: typeof runParams; query: typeof originalRecordingQuery }>,
) => {
  const { recordings } = await context.inOrganization((tx) => openOriginals(context, tx, params));
  const kept = recordings[query.part];
  if (!kept) throw recordingNotFound();
  const opening = fileOpeningSchema.parse(kept.value);
  return createRawAnswer((response) => {
    // A carrier named the type: what is no sound is nothing that a browser shows.
    const type = opening.content_type.startsWith("audio/") ? opening.content_type : BYTES_TYPE;
    response.set({ "Content-Type": fileTypeFor(response, type), "Cache-Control": "no-store" });
    return pipeline(openFile(context.objectStore, kept.object_key, opening), response);
  });
};

const openOriginals = async (
  { actor, secrets }: OperationContext,
  tx: OrganizationTransaction,
  { run_id, workflow_id }: RunInput["params"],
): Promise<KeptOriginals> => {
  const run = await tx
    .selectFrom("call_runs")
    .select("id")
    .where("id", "=", run_id)
    .where("agent_id", "=", workflow_id)
    .executeTakeFirst();
  if (!run) throw runNotFound();
  if (!(await hasOriginals(tx, run.id))) throw originalNotFound();
  return readOriginals(tx, secrets, { organizationId: actor.organizationId, runId: run.id });
};
