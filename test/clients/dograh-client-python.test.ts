import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { z } from "zod";
import { createCredentialOperation } from "../../api/credentials/credentials.operations.ts";
import { createDocumentUploadOperation } from "../../api/documents/documents.operations.ts";
import { runProgram } from "../../infra/pinned-package/run-program.ts";
import { type CallingPlatform, startCallingPlatform } from "../api/calls/calling-platform.ts";
import { createKey, createTenant, type Tenant } from "../factories/tenant.ts";
import { PATIENCE_MS } from "../harness/patience.ts";
import { installPythonPackages } from "../harness/python-packages.ts";

/** The published Python client of the reference interface, as PyPI has it: every method of it against a running API. */
const installed = await installPythonPackages({
  name: "python-client",
  requirements: join(import.meta.dirname, "requirements.txt"),
  oldestMinor: 10,
}).catch((error: unknown) => {
  process.stderr.write(`\n*** SKIPPED: the published Python client: ${String(error)}.\n\n`);
  return null;
});
const whereInstalled = installed === null ? it.skip : it;

const WALK = join(import.meta.dirname, "dograh_walk.py");
const walkAnswer = z.object({ called: z.array(z.string()), forgotten: z.array(z.string()) });

let platform: CallingPlatform;
let tenant: Tenant;

beforeAll(async () => {
  platform = await startCallingPlatform({ speed: 1000, defaults: { outcomes: ["answered"] } });
  tenant = await createTenant(platform.test);
});
afterAll(() => platform.close());

const addRecording = (organization_id: number) =>
  platform.test.everything
    .insertInto("workflow_recordings")
    .values({
      organization_id,
      recording_id: "hello",
      state: "ready",
      transcript: "Hello.",
      filename: "hello.wav",
      content_type: "audio/wav",
      object_key: `org-${organization_id}/recordings/hello.wav`,
      size_bytes: 44,
      created_by: tenant.admin.userId,
    })
    .execute();

whereInstalled("every method of the Python client works", async () => {
  const { apiKey } = await createKey(platform.test, { tenant });
  const client = platform.api.client({ apiKey });
  await client.call(createCredentialOperation, {
    body: { name: "A key", credential_type: "bearer_token", credential_data: { token: "a token" } },
  });
  await client.call(createDocumentUploadOperation, { body: { filename: "prices.txt", mime_type: "text/plain" } });
  await addRecording(tenant.organizationId);
  const env = {
    ...process.env,
    PYTHONPATH: installed ?? "",
    BASE_URL: platform.api.baseUrl,
    API_KEY: apiKey,
    NO_PROXY: "127.0.0.1",
  };
  const printed = await runProgram("python3", [WALK], { timeoutMs: PATIENCE_MS, env });
  const { called, forgotten } = walkAnswer.parse(JSON.parse(printed.trim().split("\n").at(-1) ?? ""));
  expect(forgotten).toEqual([]);
  expect(called.length).toBeGreaterThan(12);
});
