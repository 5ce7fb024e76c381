import { describe, expect, it } from "@jest/globals";
import type { Search } from "../../../workflows/maintenance/maintenance.contract.ts";
import {
  describeMaintenance,
  type Findings,
  listSearches,
} from "../../../workflows/maintenance/maintenance.details.ts";

const AT_MS = Date.UTC(2026, 10, 21, 8, 1, 12);

const each = (mended: Partial<Record<Search, number>>): Record<Search, number> => ({
  restartLostCampaigns: 0,
  restartLostCalls: 0,
  restartStuckCalls: 0,
  restartLostTextSessions: 0,
  restartLostWebCalls: 0,
  restartLostRequests: 0,
  restartLostThreads: 0,
  restartLostNationalLists: 0,
  restartLostImports: 0,
  startCarrierReports: 0,
  sealRecords: 0,
  measureRows: 0,
  restartLostDeliveries: 0,
  restartLostDocuments: 0,
  restartLostHires: 0,
  restartLostRehearsals: 0,
  restartLostWhatIfs: 0,
  restartLostErasures: 0,
  restartLostReindexing: 0,
  forgetFormerModels: 0,
  removeAbandonedUploads: 0,
  removeAbandonedRecordings: 0,
  ...mended,
});

const described = (last: Partial<Findings>, total: Partial<Record<Search, number>>, rounds = 3) =>
  describeMaintenance({ rounds, lastRoundAtMs: AT_MS, last: { ...each({}), ...last }, total: each(total) }).replaceAll(
    "\u2003",
    "",
  );

describe("the details of maintenance", () => {
  it("say how much was mended in how many rounds, and when the last one was", () => {
    const text = described({ restartLostCalls: 2 }, { restartLostCalls: 3, forgetFormerModels: 1 });
    expect(text).toContain("### 4 mended in 3 rounds");
    expect(text).toContain("| calls without a workflow, taken up again | 2 | 3 |");
    expect(text).toContain("| former models that no document uses, forgotten | 0 | 1 |");
    expect(text).toContain("Last round at 2026-11-21 08:01:12 UTC.");
  });

  it("say that nothing had to be mended", () => {
    expect(described({}, {}, 1)).toContain("### Nothing had to be mended in 1 round\n");
  });

  it("say which search failed", () => {
    expect(described({ removeAbandonedUploads: null }, {})).toContain(
      "| uploaded files that nobody has used, and lists that no import has filled, removed | failed, searched again in a minute | 0 |",
    );
  });

  it("have a line for each search", () => {
    expect(listSearches()).toHaveLength(22);
    expect(described({}, {}).match(/^\| .* \| 0 \| 0 \|$/gm)).toHaveLength(22);
  });
});
