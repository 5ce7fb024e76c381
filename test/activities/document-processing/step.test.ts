import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { ApplicationFailure, CancelledFailure } from "@temporalio/common";
import { MockActivityEnvironment } from "@temporalio/testing";
import { indexPassages } from "../../../activities/document-processing/index-passages.ts";
import { runStep, type Step, toFailure } from "../../../activities/document-processing/step.ts";
import { requestVersion } from "../../../application/document/request-version.ts";
import { DocumentTextError } from "../../../domain/document/document-text-error.ts";
import { buildSearchableText } from "../../../domain/document/searchable-text.ts";
import { joinTerms, listTerms } from "../../../domain/document/terms.ts";
import { ModelError } from "../../../domain/model/chat-model.ts";
import { ObjectMissingError } from "../../../infra/object-store/object-store.ts";
import { type Passage, PassageIndexError } from "../../../infra/passage-index/passage-index.ts";
import { writePassages } from "../../../infra/postgres/document/passage.repository.ts";
import { findVersion } from "../../../infra/postgres/document/version.repository.ts";
import {
  documentProcessingContract,
  documentProcessingStartOptions,
} from "../../../workflows/document-processing/document-processing.contract.ts";
import { createTenant } from "../../factories/tenant.ts";
import { useTestApi } from "../../harness/tenant-api.ts";
import { waitUntil } from "../../harness/wait-until.ts";

const { test, api } = await useTestApi();

/** Creates a document whose first version waits. */
const requestDocument = async () => {
  const { organizationId } = await createTenant(test);
  const documentUuid = randomUUID();
  const settings = { scope: "org", retrieval_mode: "chunked" } as const;
  const file = { objectKey: randomUUID(), bytes: 1, etag: null };
  const request = { organizationId, documentUuid, filename: "a.txt", mimeType: "text/plain", createdBy: null };
  await test.database.inOrganization(organizationId, (tx) => requestVersion(tx, { ...request, settings, file }));
  return { organizationId, documentUuid, version: 1 };
};

describe("a step that is tried again", () => {
  const runAgain = async (heartbeatDetails: unknown, work: (step: Step, heard: unknown[]) => Promise<void>) => {
    const address = await requestDocument();
    const environment = new MockActivityEnvironment({ heartbeatDetails });
    const heard: unknown[] = [];
    environment.on("heartbeat", (details: unknown) => heard.push(details));
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

  it("goes on behind its own progress, and keeps what an earlier try told of a later step until it has done something", async () => {
    const address = await requestDocument();
    const heartbeatDetails = { done: 200, total: 500, step: "index" as const };
    const environment = new MockActivityEnvironment({ heartbeatDetails });
    const heard: unknown[] = [];
    environment.on("heartbeat", (details: unknown) => heard.push(details));
    const begun: number[] = [];
    const run = (step: "embed" | "index", work: (step: Step) => Promise<void>) =>
      environment.run(() => runStep(api.dependencies, { address, step }, work));
    await run("embed", async ({ doneBefore }) => {
      begun.push(doneBefore);
      await waitUntil("the clock says so", () => heard.length > 0);
    });
    await run("index", async ({ doneBefore, reached }) => {
      begun.push(doneBefore);
      await reached(400, 500);
      await waitUntil("the clock says so", () => heard.length > 1);
    });
    expect(begun).toEqual([0, 200]);
    expect([heard[0], heard.at(-1)]).toEqual([heartbeatDetails, { ...heartbeatDetails, done: 400, version: 1 }]);
  });

  it("begins from nothing where an earlier try told of another version", async () => {
    const { version, ...document } = await requestDocument();
    const heartbeatDetails = { done: 200, total: 500, step: "index", version: version + 1 };
    const environment = new MockActivityEnvironment({ heartbeatDetails });
    let doneBefore: number | null = null;
    await environment.run(() =>
      runStep(api.dependencies, { address: { ...document, version }, step: "index" }, async (step) => {
        ({ doneBefore } = step);
      }),
    );
    expect(doneBefore).toBe(0);
  });

  it("has no heartbeat while it is short: each costs the server as much as the step", async () => {
    const heard = await runAgain(undefined, (step) => step.reached(400, 500));
    expect(heard).toEqual([]);
  });

  it.each([
    ["the same model", "local/lexical-1", [2]],
    ["another model, which nobody will read", "openai/before", [0, 1, 2]],
  ])("fills the index behind what was written with %s", async (_of, model, written) => {
    const address = await requestDocument();
    const passage = { text: "It’s one.", context: "Opening hours", page: null, row: null, tokenCount: 1 };
    await test.database.inOrganization(address.organizationId, async (tx) => {
      const found = await findVersion(tx, address);
      if (!found) throw new Error("no version");
      const passages = [[passage, passage, passage]];
      await writePassages(tx, found.version, { first: 0, passages, model: "local/lexical-1" });
    });
    const put: Passage[] = [];
    const passageIndex = { put: async (_id: number, rows: Passage[]) => void put.push(...rows) };
    const deps = {
      ...api.dependencies,
      passageIndex: Object.assign(Object.create(api.dependencies.passageIndex), passageIndex),
    };
    const environment = new MockActivityEnvironment({ heartbeatDetails: { done: 2, total: 3, step: "index", model } });
    await environment.run(() => indexPassages(deps, address));
    expect(put.map(({ ordinal }) => ordinal)).toEqual(written);
    // The terms that the vector is made of are those that the index would list itself.
    for (const each of put) expect(each.terms).toBe(joinTerms(listTerms(buildSearchableText(each))));
  });

  it("is not begun once it is canceled", async () => {
    const address = await requestDocument();
    const environment = new MockActivityEnvironment();
    environment.cancel();
    const work = () => Promise.reject(new Error("it was begun"));
    await expect(
      environment.run(() => runStep(api.dependencies, { address, step: "switch" }, work)),
    ).rejects.toBeInstanceOf(CancelledFailure);
  });

  it.each([[undefined], ["what another release said"], [{ done: "many" }]])(
    "begins where %p tells nothing",
    async (details) => {
      await runAgain(details, async (step) => {
        expect(step.doneBefore).toBe(0);
      });
    },
  );

  it("says that nothing is done and of how much nobody knows, until it knows", async () => {
    const heard = await runAgain(undefined, (_step, said) =>
      waitUntil("the clock says so", () => said.length > 0).then(() => undefined),
    );
    expect(heard[0]).toEqual({ done: 0, total: 0 });
  });
});

describe("a step that is on its way", () => {
  let nowMs: number;
  const clock = { now: () => new Date(nowMs) };
  beforeEach(() => {
    nowMs = Date.parse("2026-03-04T05:06:07Z");
  });
  const detailOf = async ({ documentUuid }: { documentUuid: string }) =>
    (
      await test.everything
        .selectFrom("documents")
        .select("state_detail")
        .where("document_uuid", "=", documentUuid)
        .executeTakeFirstOrThrow()
    ).state_detail;

  /** Reads the signals of a document's workflow; no worker polls its queue. */
  const withWorkflow = async (address: { organizationId: number; documentUuid: string }) => {
    const { workflow } = api.dependencies.temporal;
    const options = { ...documentProcessingStartOptions(address), taskQueue: randomUUID() };
    const handle = await workflow.start(documentProcessingContract.type, options);
    return {
      heard: async () =>
        ((await handle.fetchHistory()).events ?? []).flatMap(({ workflowExecutionSignaledEventAttributes: signal }) =>
          signal ? [JSON.parse(Buffer.from(signal.input?.payloads?.[0]?.data ?? []).toString()) as unknown] : [],
        ),
      end: () => handle.terminate(),
    };
  };

  it("tells its row and its workflow every two seconds at most, of a tenth more each time", async () => {
    const address = await requestDocument();
    const { heard, end } = await withWorkflow(address);
    const told: unknown[] = [];
    const beganMs = nowMs;
    const reports = [
      [1999, 50, 100],
      [2000, 9, 100],
      [2000, 10, 100],
      [3999, 30, 100],
      [4000, 19, 100],
      [4000, 20, 100],
      // The total is unknown at first, and then known.
      [5999, 3, 0],
      [6000, 3, 0],
      [8000, 10, 100],
    ] as const;
    await new MockActivityEnvironment().run(() =>
      runStep({ ...api.dependencies, clock }, { address, step: "embed" }, async (step) => {
        for (const [afterMs, done, total] of reports) {
          nowMs = beganMs + afterMs;
          await step.reached(done, total);
          told.push(await detailOf(address));
        }
      }),
    );
    const [first, second] = ["making vectors, 10 of 100 passages", "making vectors, 20 of 100 passages"];
    const third = "making vectors, 3 passages";
    expect(told).toEqual([null, null, first, first, first, second, second, third, first]);
    expect(await heard()).toEqual(
      [
        [10, 100],
        [20, 100],
        [3, 0],
        [10, 100],
      ].map(([done, total]) => ({ version: 1, step: "embed", done, total })),
    );
    await end();
  });

  it("is not stopped by a workflow that hears nothing", async () => {
    const address = await requestDocument();
    await new MockActivityEnvironment().run(() =>
      runStep({ ...api.dependencies, clock }, { address, step: "index" }, async (step) => {
        nowMs += 2000;
        await step.reached(50, 100);
      }),
    );
    expect(await detailOf(address)).toBe("filling the index, 50 of 100 passages");
  });

  it("says nothing when it has no name", async () => {
    const address = await requestDocument();
    await new MockActivityEnvironment().run(() =>
      runStep({ ...api.dependencies, clock }, { address, step: null }, async (step) => {
        nowMs += 60_000;
        await step.reached(50, 100);
      }),
    );
    expect(await detailOf(address)).toBeNull();
  });

  it("ends where it is when it is canceled", async () => {
    const address = await requestDocument();
    const environment = new MockActivityEnvironment();
    await environment.run(() =>
      runStep({ ...api.dependencies, clock }, { address, step: "embed" }, async (step) => {
        nowMs += 60_000;
        environment.cancel();
        await expect(step.reached(50, 100)).rejects.toThrow(CancelledFailure);
      }),
    );
    expect(await detailOf(address)).toBeNull();
  });

  it("is not begun of a document that is deleted, nor tried again", async () => {
    const address = await requestDocument();
    await test.everything
      .updateTable("documents")
      .set({ deleted_at: new Date() })
      .where("document_uuid", "=", address.documentUuid)
      .execute();
    const work = () => Promise.reject(new Error("it was begun"));
    await expect(
      new MockActivityEnvironment().run(() => runStep(api.dependencies, { address, step: null }, work)),
    ).rejects.toMatchObject({ nonRetryable: true, message: expect.stringContaining("was deleted") });
  });
});

describe("the failure for Temporal", () => {
  const read = (error: unknown) => {
    const failure = toFailure(error);
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

  it("a file that is gone fails for Temporal with the advice to upload it", () => {
    const told = read(new ObjectMissingError("documents/1"));
    expect(told).toMatchObject({ message: expect.stringContaining("not uploaded"), isForGood: true });
  });

  it("a model that takes no more requests fails for Temporal with the time of the next try", () => {
    const error = new ModelError("rate_limited", "Slow down.", { retryAfterMs: 7000 });
    expect(read(error)).toEqual({ message: "Slow down.", isForGood: false, retryDelay: 7000 });
    expect(read(new ModelError("unavailable", "Away."))).toMatchObject({ isForGood: false, retryDelay: undefined });
  });

  it("a fault that may pass fails for Temporal with the error itself", () => {
    const away = new PassageIndexError("unavailable", "Away.");
    expect(toFailure(away)).toBe(away);
  });
});
