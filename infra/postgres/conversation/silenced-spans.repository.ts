import { redactionIn } from "../../../domain/privacy/hide-sensitive.ts";
import { listSilencedSpans, type Span } from "../../../domain/recording/silenced-spans.ts";
import { readRedaction } from "../call/run-redaction.repository.ts";
import type { OrganizationTransaction } from "../database.ts";

/** Reads when the recording of a run must be silent; null: recordings of its organization and agent need not be. */
export const readSilencedSpans = async (tx: OrganizationTransaction, runId: number): Promise<Span[] | null> => {
  if (!redactionIn(await readRedaction(tx, runId), "recording")) return null;
  const rows = await tx
    .selectFrom("conversation_entries")
    .select(["speaker", "at", "text"])
    .where("run_id", "=", runId)
    .where("speaker", "in", ["agent", "person"])
    .orderBy("id")
    .execute();
  return listSilencedSpans(
    rows.map(({ speaker, at, text }) => ({
      speaker: speaker === "person" ? "person" : "agent",
      atMs: at.getTime(),
      text,
    })),
  );
};

/** Tells whether something was left out of a run whose recording must not have it. */
export const mustWithholdRecording = async (tx: OrganizationTransaction, runId: number): Promise<boolean> =>
  ((await readSilencedSpans(tx, runId)) ?? []).length > 0;
