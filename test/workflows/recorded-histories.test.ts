import { describe, expect, it } from "@jest/globals";
import { recordedHistories, replayRecordedHistory } from "../harness/workflow-environment.ts";

const files = recordedHistories();

describe("histories recorded by earlier code", () => {
  it("are of every kind of workflow", () => {
    for (const kind of ["call-run", "campaign", "contact-import"]) {
      expect(files.filter((file) => file.startsWith(`${kind}-`))).not.toEqual([]);
    }
  });

  it.each(files)("%s is replayed by the code of now", async (file) => {
    await expect(replayRecordedHistory(file)).resolves.toBeUndefined();
  });
});
