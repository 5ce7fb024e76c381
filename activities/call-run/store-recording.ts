import { sql } from "kysely";
import { keepOriginalRecording } from "../../application/recording/keep-original-recording.ts";
import { SIP } from "../../domain/call/carrier-account.ts";
import { CARRIER_RECORDS_WITHIN_SECONDS, computeRecordingDelaySeconds } from "../../domain/call/follow-up.rules.ts";
import { buildArtifactKey, insertArtifact, listArtifacts } from "../../infra/postgres/artifact/artifact.repository.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { listReportedRecordings } from "../../infra/postgres/call/carrier-events.repository.ts";
import { decideRecording } from "../../infra/postgres/conversation/silenced-spans.repository.ts";
import { hasOriginalRecording } from "../../infra/postgres/privacy/kept-originals.repository.ts";
import { askToRemoveRecordings } from "../../infra/postgres/privacy/recordings-to-remove.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { type CarrierRecording, CarrierUnavailableError, type OpenRecording } from "../../infra/telephony/carrier.ts";
import type { StepResult } from "../../workflows/after-conversation.ports.ts";
import type { CallRunInput } from "../../workflows/call-run/call-run.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { type DialledCall, findRunOfDeletedAccount, readDialledCall } from "./dialled-call.ts";
import { splitRecording } from "./split-recording.ts";

const RECORDING_LOST = "recording_lost";
/** The name of an original that a carrier has recorded. */
const CARRIERS_RECORDING = "carrier";

const FORMATS: Readonly<Record<string, string>> = {
  "audio/mpeg": "mp3",
  "audio/mp3": "mp3",
  "audio/wav": "wav",
  "audio/x-wav": "wav",
  "audio/wave": "wav",
  "audio/ogg": "ogg",
};

/**
 * Streams the carrier's recording into the object store, and each side of it where they were recorded separately. A
 * repeat overwrites the same objects.
 */
export const storeRecording = async (deps: WorkerDependencies, input: CallRunInput): Promise<StepResult> => {
  const dialled = await readDialledCall(deps, input);
  const run = dialled?.run ?? (await findRunOfDeletedAccount(deps, input));
  if (!run || (await isStored(deps, run))) return { kind: "done" };
  if (!dialled || dialled.isOfFormerAccount) {
    // Calls over a trunk are recorded here, so nothing is lost with its account.
    const fate = dialled ? "was changed to another one" : "was deleted";
    if (run.provider !== SIP)
      await tellLoss(deps, run, `is no longer available: its carrier account ${fate} before it was fetched`);
    return { kind: "done" };
  }
  const decision = await deps.database.inOrganization(run.organization_id, (tx) => decideRecording(tx, run.id));
  if (decision === "withhold") {
    await askCarrierToRemove(deps, run);
    await tellLoss(deps, run, "is withheld: something was left out of its words, and its carrier's recording has it");
    return { kind: "done" };
  }
  const isSealed = decision === "seal";
  const recording = await longestRecording(deps, dialled);
  if (recording && (await copy(deps, dialled, { recording, isSealed }))) {
    if (isSealed) await askCarrierToRemove(deps, run);
    if (isSealed)
      await tellLoss(deps, run, "is sealed: something was left out of its words, and its carrier's recording has it");
    return { kind: "done" };
  }
  const inSeconds = computeRecordingDelaySeconds(dialled.secondsSinceEnd);
  if (inSeconds !== null) return { kind: "again", inSeconds };
  deps.logger.warn({ runUuid: run.uuid }, "the carrier has no recording of this call");
  await tellLoss(deps, run, "was never ready at the carrier, which was asked for two hours");
  return { kind: "done" };
};

/** What was to be left out of the recording is not left at the carrier either. */
const askCarrierToRemove = ({ database }: WorkerDependencies, run: CallRun): Promise<void> =>
  database.inOrganization(run.organization_id, (tx) =>
    askToRemoveRecordings(tx, [run.id], { inSeconds: CARRIER_RECORDS_WITHIN_SECONDS }),
  );

const isStored = async ({ database }: WorkerDependencies, run: CallRun): Promise<boolean> => {
  const kept = await database.inOrganization(run.organization_id, (tx) => listArtifacts(tx, run.id));
  if (kept.some(({ artifact_type }) => artifact_type === "recording")) return true;
  return database.inOrganization(run.organization_id, (tx) => hasOriginalRecording(tx, run.id));
};

/** Writes once to the timeline that there will be no recording. */
const tellLoss = ({ database }: WorkerDependencies, run: CallRun, loss: string): Promise<void> =>
  database.inOrganization(run.organization_id, async (tx) => {
    const told = await tx
      .selectFrom("timeline_events")
      .select("id")
      .where("run_id", "=", run.id)
      .where(sql`payload ->> 'event'`, "=", RECORDING_LOST)
      .executeTakeFirst();
    if (told) return;
    await recordTimeline(tx, {
      organizationId: run.organization_id,
      kind: "system",
      actor: "system",
      summary: `The recording of ${run.name} ${loss}`,
      payload: { event: RECORDING_LOST },
      agentId: run.agent_id,
      runId: run.id,
      campaignId: run.campaign_id,
    });
  });

/**
 * A transferred call may have several recordings: the conversation with the agent is the longest one in which we take
 * part.
 */
const longestRecording = async (
  { database }: WorkerDependencies,
  { run, carrier, credentials, carrierCallId }: DialledCall,
): Promise<CarrierRecording | undefined> => {
  const told = await database.inOrganization(run.organization_id, (tx) => listReportedRecordings(tx, run.id));
  const known = told.length > 0 ? told : await carrier.listRecordings(credentials, carrierCallId).catch(noneYet);
  return [...known].sort((a, b) => (b.durationSeconds ?? 0) - (a.durationSeconds ?? 0))[0];
};

const noneYet = (error: unknown): [] => {
  if (error instanceof CarrierUnavailableError) return [];
  throw error;
};

/** Returns false when it is not ready. */
const copy = async (
  deps: WorkerDependencies,
  { run, carrier, credentials }: DialledCall,
  { recording, isSealed }: { recording: CarrierRecording; isSealed: boolean },
): Promise<boolean> => {
  const open = await carrier.openRecording(credentials, recording).catch((error: unknown) => {
    if (error instanceof CarrierUnavailableError) return null;
    throw error;
  });
  if (open === null) return false;
  if (isSealed)
    await keepOriginalRecording(deps, run, {
      name: CARRIERS_RECORDING,
      contentType: typeOf(open),
      bytes: open.stream,
    });
  else await store(deps, run, open);
  return true;
};

const typeOf = ({ contentType }: OpenRecording): string => contentType.split(";")[0]?.trim().toLowerCase() ?? "";

const store = async (
  { objectStore, database }: WorkerDependencies,
  run: CallRun,
  open: OpenRecording,
): Promise<void> => {
  const contentType = typeOf(open);
  const file = { artifactType: "recording", format: FORMATS[contentType] ?? "bin", contentType } as const;
  const key = buildArtifactKey(run, file);
  await objectStore.put(key, open.stream, contentType);
  const sizeBytes = (await objectStore.size(key)) ?? 0;
  if (open.sizeBytes !== null && open.sizeBytes !== sizeBytes)
    throw new Error(`a recording of ${open.sizeBytes} bytes was cut off after ${sizeBytes}`);
  const sides = await splitRecording(objectStore, run, { key, sizeBytes });
  await database.inOrganization(run.organization_id, async (tx) => {
    for (const each of [{ ...file, sizeBytes }, ...sides]) await insertArtifact(tx, run, each);
  });
};
