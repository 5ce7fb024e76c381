import { cancelAbandonedRuns } from "./calls/cancel-abandoned-runs.ts";
import { restartLostCalls, restartStuckCalls } from "./calls/restart-lost-calls.ts";
import { restartLostCampaigns } from "./campaigns/restart-lost-campaigns.ts";
import { restartLostTextSessions } from "./conversations/text/restart-lost-text-sessions.ts";
import type { ApiDependencies } from "./http/operation-context.ts";
import { removeAbandonedUploads } from "./knowledge/remove-abandoned-uploads.ts";
import { restartLostDocuments } from "./knowledge/restart-lost-documents.ts";
import { forgetFormerModels } from "./models/forget-former-models.ts";
import { restartLostReindexing } from "./models/restart-lost-reindexing.ts";
import { removeAbandonedRecordings } from "./recordings/remove-abandoned-recordings.ts";
import { restartLostDeliveries } from "./webhooks/start-waiting-deliveries.ts";

const SWEEP_EVERY_MS = 60_000;

/** What crashes, and people who end workflows by hand, leave between rows and workflows. Each gives how many it mended. */
const SWEEPS: Record<string, (dependencies: ApiDependencies) => Promise<number>> = {
  "calls that were never started are canceled": cancelAbandonedRuns,
  "calls without a workflow are taken up again": restartLostCalls,
  "calls whose workflow was stuck are taken up again": restartStuckCalls,
  "sessions in text without a workflow are taken up again": restartLostTextSessions,
  "running campaigns without a workflow are taken up again": restartLostCampaigns,
  "webhooks whose deliveries had lost their workflow are taken up again": restartLostDeliveries,
  "documents without a workflow are taken up again": restartLostDocuments,
  "organizations whose documents need vectors of another model are taken up again": restartLostReindexing,
  "former models that no document has vectors of are forgotten": forgetFormerModels,
  "uploads that nobody processed are removed": removeAbandonedUploads,
  "recordings that nobody concluded are removed": removeAbandonedRecordings,
};

/** Sweeps every minute until the function it gives is called. */
export const startSweeps = (dependencies: ApiDependencies): (() => void) => {
  let isSweeping = false;
  const sweep = async () => {
    if (isSweeping) return;
    isSweeping = true;
    for (const [news, mend] of Object.entries(SWEEPS)) await report(dependencies, news, mend);
    isSweeping = false;
  };
  const timer = setInterval(() => void sweep(), SWEEP_EVERY_MS).unref();
  return () => clearInterval(timer);
};

const report = async (dependencies: ApiDependencies, news: string, mend: (typeof SWEEPS)[string]): Promise<void> => {
  try {
    const count = await mend(dependencies);
    if (count > 0) dependencies.logger.warn({ count }, news);
  } catch (err) {
    dependencies.logger.warn({ err }, `not looked for now, tried again in a minute: ${news}`);
  }
};
