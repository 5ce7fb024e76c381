import { indexSpokenWords } from "../../application/conversation/spoken-words.ts";
import { settleModelUsage } from "../../application/model/settle-model-usage.ts";
import { PassageIndexError } from "../../infra/passage-index/passage-index.ts";
import {
  type ArtifactFile,
  buildArtifactKey,
  insertArtifact,
} from "../../infra/postgres/artifact/artifact.repository.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import { readWords, type SpokenWords } from "../../infra/postgres/conversation/words.repository.ts";
import type { StepResult } from "../../workflows/after-conversation.ports.ts";
import type { CallRunInput } from "../../workflows/call-run/call-run.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { closeConversation } from "./close-conversation.ts";

/** Writes the transcript of a call as a text for people and as JSON for programs. A repetition writes the same. */
export const writeTranscript = async (deps: WorkerDependencies, input: CallRunInput): Promise<StepResult> => {
  const found = await deps.database.inOrganization(input.organizationId, async (tx) => {
    const talked = await closeConversation(tx, input.runUuid);
    // Budgets hold something for the models of a call that was answered, although nobody has talked in it.
    const run = talked ?? (await findRun(tx, input.runUuid));
    if (!run) return null;
    await settleModelUsage(tx, run.id, deps);
    return talked && { run, words: await readWords(tx, run.id) };
  });
  if (!found || found.words.length === 0) return { kind: "done" };
  const { run, words } = found;
  await keep(deps, run, { format: "txt", contentType: "text/plain; charset=utf-8", body: asText(words) });
  await keep(deps, run, { format: "json", contentType: "application/json", body: asJson(run, words) });
  await makeSearchable(deps, run);
  return { kind: "done" };
};

/** An index that is away for a moment is asked again with the step; what it refuses for good is kept from no other step. */
const makeSearchable = async (deps: WorkerDependencies, run: CallRun): Promise<void> => {
  try {
    await indexSpokenWords(deps, run);
  } catch (error) {
    if (!(error instanceof PassageIndexError) || error.isPassing) throw error;
    deps.logger.warn({ err: error, run_uuid: run.uuid }, "what was said is not searchable");
  }
};

const keep = async (
  { objectStore, database }: WorkerDependencies,
  run: CallRun,
  { body, ...written }: Omit<ArtifactFile, "artifactType"> & { body: string },
) => {
  const file = { ...written, artifactType: "transcript" } as const;
  const bytes = Buffer.from(body);
  await objectStore.put(buildArtifactKey(run, file), bytes, file.contentType);
  await database.inOrganization(run.organization_id, (tx) =>
    insertArtifact(tx, run, { ...file, sizeBytes: bytes.length }),
  );
};

const NAMES: Readonly<Partial<Record<SpokenWords["speaker"], string>>> = {
  agent: "Agent",
  person: "Person",
  supervisor: "Supervisor",
};

/** Formats lines as `[01:07] Person: …`, counted from the first word; what the person did not hear is left out. */
const asText = (words: readonly SpokenWords[]): string => {
  const startedMs = words[0]?.at.getTime() ?? 0;
  return words
    .filter(({ speaker }) => NAMES[speaker] !== undefined)
    .map(({ speaker, heard, at }) => `[${clock(at.getTime() - startedMs)}] ${NAMES[speaker]}: ${heard}\n`)
    .join("");
};

/** Whoever gets the transcript reads what was said in the call, and not what a supervisor told the agent alone. */
const isNoWhisper = ({ speaker }: SpokenWords): boolean => speaker !== "whisper";

const clock = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
};

const asJson = (run: CallRun, words: readonly SpokenWords[]): string =>
  `${JSON.stringify(
    {
      run_uuid: run.uuid,
      entries: words.filter(isNoWhisper).map(({ speaker, text, heard, at, turn, nodeId }) => ({
        at: at.toISOString(),
        speaker,
        text: heard,
        ...(heard !== text && { said: text }),
        turn,
        node_id: nodeId,
      })),
    },
    null,
    1,
  )}\n`;
