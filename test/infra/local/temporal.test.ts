import { describe, expect, it } from "@jest/globals";
import { chooseTemporalEnvironment } from "../../../infra/local/temporal.ts";

describe("the environment of the Temporal server", () => {
  it("bounds the memory that seldom collected garbage takes, as the user has set it where they have", () => {
    const kept = { inMemory: false };
    expect(chooseTemporalEnvironment({ PATH: "/bin" }, kept)).toEqual({
      PATH: "/bin",
      GOGC: "200",
      GOMEMLIMIT: "400MiB",
    });
    expect(chooseTemporalEnvironment({ GOGC: "50", GOMEMLIMIT: "1GiB" }, kept)).toEqual({
      GOGC: "50",
      GOMEMLIMIT: "1GiB",
    });
    expect(chooseTemporalEnvironment({}, { inMemory: true })).toEqual({ GOGC: "400" });
  });

  it("has nothing of the clients' settings", () => {
    const environment = { TEMPORAL_ADDRESS: "127.0.0.1:7233", TEMPORAL_TLS: "true" };
    expect(Object.keys(chooseTemporalEnvironment(environment, { inMemory: false }))).toEqual(["GOGC", "GOMEMLIMIT"]);
  });
});
