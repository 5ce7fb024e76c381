import { CancellationScope, proxyActivities, setCurrentDetails } from "@temporalio/workflow";
import { DOCUMENT_QUEUE } from "../task-queues.ts";
import type { DeletedDocument } from "./document-deletion.contract.ts";
import type { DocumentDeletionActivities } from "./document-deletion.ports.ts";

const { stopProcessing, removeVectors, removeFiles, removeRows } = proxyActivities<DocumentDeletionActivities>({
  taskQueue: DOCUMENT_QUEUE,
  startToCloseTimeout: "30 minutes",
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "1 minute" },
});

const STEPS: readonly [string, (document: DeletedDocument) => Promise<void>][] = [
  ["ending its processing", stopProcessing],
  ["vectors", removeVectors],
  ["files", removeFiles],
  ["rows", removeRows],
];

/** Removes everything of a deleted document, however often it is interrupted. */
export const documentDeletion = (document: DeletedDocument): Promise<void> =>
  CancellationScope.nonCancellable(async () => {
    for (const [what, remove] of STEPS) {
      setCurrentDetails(`**deleting**: ${what}`);
      await remove(document);
    }
    setCurrentDetails("**deleted**");
  });
