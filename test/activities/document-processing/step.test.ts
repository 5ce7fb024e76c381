import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ApplicationFailure } from "@temporalio/common";
import { MockActivityEnvironment } from "@temporalio/testing";
import { failureOf, runStep, type Step } from "../../../activities/document-processing/step.ts";
import { DocumentTextError } from "../../../domain/document/document-text-error.ts";
import { ModelError } from "../../../domain/model/chat-model.ts";
import { PassageIndexError } from "../../../infra/passage-index/passage-index.ts";
import { requestVersion } from "../../../infra/postgres/document/request-version.ts";
import { createTenant } from "../../factories/tenant.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { waitUntil } from "../../harness/wait-until.ts";

let test: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test);
});
afterAll(async () => {
  await api.close();
  await test.drop();
});

describe("a step that is tried again", () => {
  const runAgain = async (heartbeatDetails: unknown, work: (step: Step, heard: unknown[]) => Promise<void>) => {
    const { organizationId } = await createTenant(test);
    const documentUuid = randomUUID();
    const settings = { scope: "org", retrieval_mode: "chunked" } as const;
    const file = { objectKey: randomUUID(), bytes: 1, etag: null };
    const request = { organizationId, documentUuid, filename: "a.txt", mimeType: "text/plain", createdBy: null };
    await test.database.inOrganization(organizationId, (tx) => requestVersion(tx, { ...request, settings, file }));
    const environment = new MockActivityEnvironment({ heartbeatDetails });
    const heard: unknown[] = [];
    environment.on("heartbeat", (details: unknown) => heard.push(details));
    const address = { organizationId, documentUuid, version: 1 };
    await environment.run(() => runStep(api.dependencies, { address, step: null }, (step) => work(step, heard)));
    return heard;
  };

  it("says what was done before until it has done more: a try after it would begin from nothing otherwise", async () => {
    const before = { done: 200, total: 500 };
    const heard = await runAgain(before, async (step, said) => {
      expect(step.doneBefore).toBe(200);
      await waitUntil("the clock says so", () => said.length > 0);
      await step.reached(400, 500);
    });
    expect(heard[0]).toEqual(before);
    expect(heard.at(-1)).toEqual({ done: 400, total: 500 });
  });

  it.each([[undefined], ["what another release said"], [{ done: "many" }]])(
    "begins where %p tells nothing",
    async (details) => {
      await runAgain(details, async (step) => {
        expect(step.doneBefore).toBe(0);
      });
    },
  );
});

describe("what Temporal is told", () => {
  const read = (error: unknown) => {
    const failure = failureOf(error);
    if (!(failure instanceof ApplicationFailure)) throw new Error("it is no failure of ours", { cause: failure });
    return { message: failure.message, isForGood: failure.nonRetryable, retryDelay: failure.nextRetryDelay };
  };

  it.each([
    ["a file that cannot be read", new DocumentTextError("It is broken.")],
    ["a key that is refused", new ModelError("unauthorized", "It is broken.")],
    ["an index that is full", new PassageIndexError("full", "It is broken.")],
  ])("of %s is that no further try helps", (_what, error) => {
    expect(read(error)).toMatchObject({ message: "It is broken.", isForGood: true });
  });

  it("of a model that takes no more requests is when it wants to be asked again", () => {
    const error = new ModelError("rate_limited", "Slow down.", { retryAfterMs: 7000 });
    expect(read(error)).toEqual({ message: "Slow down.", isForGood: false, retryDelay: 7000 });
    expect(read(new ModelError("unavailable", "Away."))).toMatchObject({ isForGood: false, retryDelay: undefined });
  });

  it("of what may pass is the error itself", () => {
    const away = new PassageIndexError("unavailable", "Away.");
    expect(failureOf(away)).toBe(away);
  });
});
