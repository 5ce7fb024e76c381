import { describe, expect, it } from "@jest/globals";
import { ServiceError } from "@temporalio/client";
import { restartLost } from "../../../activities/maintenance/restart-lost.ts";

/** What Temporal's client throws for an answer of the server with this status. */
const answered = (code: number) =>
  new ServiceError("Failed to start the workflow", {
    cause: Object.assign(new Error("the server's words"), { code, details: "", metadata: {} }),
  });
const INVALID_ARGUMENT = 3;
const UNAVAILABLE = 14;

/** Restarts three rows, of which the first fails with `error`; returns those that were tried. */
const restartBehind = async (error: Error) => {
  const tried: string[] = [];
  const restarting = restartLost(["first", "second", "third"], {
    hasWorkflow: async (row) => row === "second",
    restart: async (row) => {
      tried.push(row);
      if (row === "first") throw error;
      return true;
    },
  });
  const failure = await restarting.then(
    () => null,
    (reason: unknown) => reason,
  );
  return { tried, failure };
};

describe("rows whose workflow is lost", () => {
  it.each([
    ["cannot be read", new Error("the settings are of another version")],
    ["the server does not take", answered(INVALID_ARGUMENT)],
  ])("are taken up again also behind one that %s; the search counts as failed", async (_reason, error) => {
    const { tried, failure } = await restartBehind(error);
    expect(tried).toEqual(["first", "third"]);
    expect(failure).toMatchObject({ message: expect.stringMatching(/^1 could not .* and 1 were/), cause: error });
  });

  it("are left for the next round when Temporal does not answer", async () => {
    const error = answered(UNAVAILABLE);
    expect(await restartBehind(error)).toEqual({ tried: ["first"], failure: error });
  });
});
