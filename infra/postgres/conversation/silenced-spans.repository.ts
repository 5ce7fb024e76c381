import { redactionIn } from "../../../domain/privacy/hide-sensitive.ts";
import { listSilencedSpans, type Span } from "../../../domain/recording/silenced-spans.ts";
import { readRedaction } from "../call/run-redaction.repository.ts";
import type { OrganizationTransaction } from "../database.ts";

export interface Silenced {
  spans: Span[];
  /** The recording as it was is kept, sealed. */
  keepsOriginal: boolean;
}

/** Reads when the recording of a run must be silent; null: recordings of its organization and agent need not be. */
export const readSilencedSpans = async (tx: OrganizationTransaction, runId: number): Promise<Silenced | null> => {
  const redaction = redactionIn(await readRedaction(tx, runId), "recording");
  if (!redaction) return null;
  const rows = await tx
    .selectFrom("conversation_entries")
    .select(["speaker", "at", "text"])
    .where("run_id", "=", runId)
    .where("speaker", "in", ["agent", "person"])
    .orderBy("id")
    .execute();
  const spans = listSilencedSpans(
    rows.map(({ speaker, at, text }) => ({
      speaker: speaker === "person" ? "person" : "agent",
      atMs: at.getTime(),
      text,
    })),
  );
  return { spans, keepsOriginal: redaction.keepsOriginal };
};

/** Tells whether something was left out of a run whose recording must not have it; `seal`: it is kept for who may hear it. */
export const decideRecording = async (
  tx: OrganizationTransaction,
  runId: number,
): Promise<"keep" | "withhold" | "seal"> => {
  const silenced = await readSilencedSpans(tx, runId);
  if (!silenced || silenced.spans.length === 0) return "keep";
  return silenced.keepsOriginal ? "seal" : "withhold";
};
