import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createGuardedRequests } from "../../infra/guarded-request/guarded-requests.ts";
import { readOutboundPolicy } from "../../infra/guarded-request/outbound-policy.ts";
import { type CallingPlatform, startCallingPlatform } from "../api/calls/calling-platform.ts";
import { readArguments } from "./fuzz-arguments.ts";
import { type FuzzOrganization, fillFuzzOrganization } from "./fuzz-organization.ts";
import { countAskedOperations, installSchemathesis, runSchemathesis } from "./schemathesis.ts";

/** What `npm run fuzz -- --short` asks, in every run the same, of an API that reaches nobody outside this machine. */
const installed = await installSchemathesis();
const whereInstalled = installed === null ? it.skip : it;

let folder = "";
let platform: CallingPlatform;
let organization: FuzzOrganization;

beforeAll(async () => {
  if (installed === null) return;
  folder = mkdtempSync(join(tmpdir(), "ringdown-fuzz-"));
  const nobodyIsThere = () => Promise.reject(new Error("no name is known here"));
  const guardedRequests = createGuardedRequests(readOutboundPolicy(""), nobodyIsThere);
  platform = await startCallingPlatform(
    { speed: 1000, defaults: { outcomes: ["answered"] } },
    { DATA_DIR: folder },
    { dependencies: { guardedRequests }, holdsOneConnection: true },
  );
  organization = await fillFuzzOrganization(platform.test);
});
afterAll(async () => {
  await platform?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

whereInstalled("every answer is in the API's own description, and none is a fault of ours", async () => {
  let printed = "";
  const isInOrder = await runSchemathesis(installed ?? "", {
    platform: { ...organization, api: platform.api.baseUrl, sharesItsMachine: true },
    options: readArguments(["--short"]),
    print: (text) => {
      printed += text;
    },
  });
  expect(isInOrder ? "" : printed).toBe("");
  const counts = [...printed.matchAll(/^ *✅ +(\d+) passed/gm)].map((match) => Number(match[1]));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(countAskedOperations());
});
