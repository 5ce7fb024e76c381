import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ApplicationFailure, Context } from "@temporalio/activity";
import { WorkflowExecutionAlreadyStartedError, WorkflowFailedError } from "@temporalio/client";
import {
  type ContactImportInput,
  type ContactImportResult,
  contactImportContract,
  contactImportStartOptions,
  importProgressSignal,
} from "../../../workflows/contact-import/contact-import.contract.ts";
import { CANCELED } from "../../../workflows/contact-import/contact-import.details.ts";
import type { ContactImportActivities } from "../../../workflows/contact-import/contact-import.ports.ts";
import { IMPORT_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";

const FIGURES = { totalRows: 200, imported: 190, updated: 4, skipped: 0, invalid: 6 };

/** The imports of this file whose histories are kept for replay by later code, and what they show. */
const RECORDED = { 2: "reports", 3: "tried-again", 4: "failed", 6: "canceled" };

let env: WorkflowEnvironment;
/** The behaviour of `importContacts` on its nth try of an import. */
const behaviour = new Map<number, (attempt: number) => Promise<void>>();
/** The import that can be settled only after more attempts than its file is read. */
const SETTLED_LATE = 8;
const LATE_ATTEMPT = 20;
const settled: (ContactImportInput & { error: string | null })[] = [];

const activities: ContactImportActivities = {
  importContacts: async ({ importId }) => behaviour.get(importId)?.(Context.current().info.attempt),
  settleImport: async (input) => {
    if (input.importId === SETTLED_LATE && Context.current().info.attempt < LATE_ATTEMPT)
      throw new Error("the object store is away");
    settled.push(input);
    return { status: input.error === null ? "completed" : "failed", figures: FIGURES, error: input.error };
  },
};

beforeAll(async () => {
  env = await startWorkflowEnvironment({ [WORKFLOW_QUEUE]: {}, [IMPORT_QUEUE]: activities });
});
afterAll(async () => {
  for (const [importId, what] of Object.entries(RECORDED)) {
    const workflowId = contactImportContract.workflowId({ organizationId: 7, importId: Number(importId) });
    await recordHistory(env, workflowId, `contact-import-${what}`);
  }
  await env.close();
});

const start = (importId: number) => {
  const input = { organizationId: 7, importId };
  return env.client.workflow.start<(input: ContactImportInput) => Promise<ContactImportResult>>(
    contactImportContract.type,
    {
      ...contactImportStartOptions(input, "Import of people.csv"),
      workflowRunTimeout: "2 days",
    },
  );
};

const detailsOf = async (handle: Awaited<ReturnType<typeof start>>): Promise<string> => {
  const metadata = await handle.query<{ currentDetails?: string }>("__temporal_workflow_metadata");
  return metadata.currentDetails ?? "";
};

describe("contactImport", () => {
  it("imports, settles and says how it went", async () => {
    const handle = await start(1);
    expect(handle.workflowId).toBe("org-7/contact-import-1");
    expect(await handle.result()).toEqual({ status: "completed", figures: FIGURES, error: null });
    expect(settled.filter(({ importId }) => importId === 1)).toEqual([{ organizationId: 7, importId: 1, error: null }]);
    expect(await detailsOf(handle)).toContain("| 200 | 190 | 4 | 0 | 6 |");
  });

  it("shows operators the file and the rows so far", async () => {
    let finish = () => {};
    behaviour.set(2, () => new Promise((resolve) => (finish = resolve)));
    const handle = await start(2);
    await handle.signal(importProgressSignal, { file: "july`s.csv", figures: { ...FIGURES, totalRows: 50 } });
    await waitUntil("the details are written", async () => (await detailsOf(handle)).includes("| 50 |"));
    expect(await detailsOf(handle)).toContain("**importing** `july's.csv`");
    finish();
    await handle.result();
    expect(await detailsOf(handle)).toContain("**completed** `july's.csv`");
  });

  it("tries again after failures of ours", async () => {
    behaviour.set(3, async (attempt) => {
      if (attempt < 4) throw new Error("the database is away");
    });
    expect(await (await start(3)).result()).toMatchObject({ status: "completed" });
  });

  it("ends failed, with the sentence, when no further try can help", async () => {
    behaviour.set(4, async () => {
      throw ApplicationFailure.nonRetryable("The file is empty.");
    });
    expect(await (await start(4)).result()).toMatchObject({ status: "failed", error: "The file is empty." });
  });

  it("gives up after twelve tries that broke off", async () => {
    let tries = 0;
    behaviour.set(5, async () => {
      tries += 1;
      throw new Error("the database is away");
    });
    const handle = await start(5);
    // Time skips in one bounded step: waiting for the result skips it too, sometimes past the end of the run itself.
    await env.skip(2 * 3_600_000);
    await waitUntil("it has given up", async () => (await handle.describe()).status.name !== "RUNNING");
    expect((await handle.result()).error).toContain("tried twelve times and failed each time; save the file as CSV");
    expect(tries).toBe(12);
  });

  it("settles it however long a part was away", async () => {
    const handle = await start(SETTLED_LATE);
    await env.skip(4 * 3_600_000);
    await waitUntil("it is over", async () => (await handle.describe()).status.name !== "RUNNING");
    expect(await handle.result()).toMatchObject({ status: "completed" });
  });

  it("settles also when it is canceled", async () => {
    behaviour.set(6, async () => {
      const beat = setInterval(() => Context.current().heartbeat(), 100);
      await Context.current().cancelled.finally(() => clearInterval(beat));
    });
    const handle = await start(6);
    await handle.cancel();
    await expect(handle.result()).rejects.toBeInstanceOf(WorkflowFailedError);
    expect((await handle.describe()).status.name).toBe("CANCELLED");
    expect(settled.filter(({ importId }) => importId === 6)).toEqual([
      { organizationId: 7, importId: 6, error: CANCELED },
    ]);
  });

  it("runs once in the life of an import", async () => {
    await (await start(7)).result();
    await expect(start(7)).rejects.toBeInstanceOf(WorkflowExecutionAlreadyStartedError);
  });
});
