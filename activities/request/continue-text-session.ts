import { hideInWords } from "../../application/conversation/hide-in-rows.ts";
import { openTextConversation } from "../../application/conversation/open-text-conversation.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { readRedaction } from "../../infra/postgres/call/run-redaction.repository.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import { recordAgentWords } from "../../infra/postgres/thread/thread-words.repository.ts";
import { findThreadOfRun } from "../../infra/postgres/thread/threads.repository.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/**
 * Lets the agent of a text session continue with the answer; in a thread its words become a message. The same answer
 * starts no second turn.
 */
export const continueTextSession = async (
  deps: WorkerDependencies,
  { run, request }: { run: CallRun; request: RequestRow },
): Promise<void> => {
  const conversation = await openTextConversation(deps, { run, publicBaseUrl: deps.publicBaseUrl });
  const report = await conversation.hearNews({
    turnKey: `request:${request.id}:${request.undone_at === null ? "settled" : "undone"}`,
  });
  if (report.kind !== "done") return;
  const text = report.outcome.said.map((sentence) => sentence.text).join(" ");
  await deps.database.inOrganization(run.organization_id, async (tx) => {
    const thread = await findThreadOfRun(tx, run.id);
    if (!thread) return;
    const shown = hideInWords(await readRedaction(tx, run.id), text);
    await recordAgentWords(tx, thread, { run, text: shown, turnUuid: report.turnUuid });
  });
};
