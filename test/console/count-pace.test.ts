import { describe, expect, it } from "@jest/globals";
import { countAtOnceAfterMs, countByClockAfterMs } from "../../console/campaigns/count-pace.ts";

describe("how soon a campaign's ended calls are counted again", () => {
  it("is at once where a count takes no time, and by the clock where it takes a while", () => {
    expect([0, 5, 20, 40, 100].map(countAtOnceAfterMs)).toEqual([0, 500, 2_000, 4_000, 4_000]);
  });

  it("is the later the longer a count takes, within a minute", () => {
    expect([0, 400, 600, 5_000, 3_600_000].map(countByClockAfterMs)).toEqual([4_000, 4_000, 6_000, 50_000, 60_000]);
    expect([600, 5_000].map(countAtOnceAfterMs)).toEqual([6_000, 50_000]);
  });
});
