import { describe, expect, it } from "@jest/globals";
import { loadConsoleModule } from "./console-module.ts";

interface PaintHours {
  paintHours(open: readonly { start_time: string; end_time: string }[]): string;
}

const { paintHours } = await loadConsoleModule<PaintHours>("calendar/paint-hours.ts");

describe("the hours behind a day", () => {
  it("are shaded where nobody is called", () => {
    expect(paintHours([{ start_time: "06:00", end_time: "18:00" }])).toBe(
      "linear-gradient(to bottom, var(--closed) 0%, var(--closed) 25.00%, transparent 25.00%, transparent 75.00%, var(--closed) 75.00%, var(--closed) 100%)",
    );
    expect(paintHours([])).toBe("linear-gradient(to bottom, var(--closed) 0%, var(--closed) 100%)");
  });
});
