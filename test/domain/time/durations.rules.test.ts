import { expect, it } from "@jest/globals";
import * as durations from "../../../domain/time/durations.rules.ts";

it("durations are told in milliseconds and seconds", () => {
  expect(durations).toMatchObject({
    MINUTE_MS: 60_000,
    HOUR_MS: 3_600_000,
    DAY_MS: 86_400_000,
    MINUTE_SECONDS: 60,
    HOUR_SECONDS: 3_600,
    DAY_SECONDS: 86_400,
  });
});
