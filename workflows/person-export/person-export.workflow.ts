import { proxyActivities, setCurrentDetails } from "@temporalio/workflow";
import { FOLLOW_UP_QUEUE } from "../task-queues.ts";
import type { PersonExportInput } from "./person-export.contract.ts";
import type { ExportEnd, PersonExportActivities } from "./person-export.ports.ts";

const { writeExport } = proxyActivities<PersonExportActivities>({
  taskQueue: FOLLOW_UP_QUEUE,
  startToCloseTimeout: "12 hours",
  heartbeatTimeout: "30 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "1 minute" },
});

/** Writes everything that is known of a person into one file. Its row says how far it is; canceling it there ends this. */
export const personExport = async (input: PersonExportInput): Promise<ExportEnd> => {
  setCurrentDetails("**writing** the file");
  const end = await writeExport.executeWithOptions({ summary: "the file" }, [input]);
  setCurrentDetails(end === "done" ? "**done**; the file is kept for some days" : "**canceled**");
  return end;
};
