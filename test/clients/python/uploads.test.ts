import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type CallingPlatform, startCallingPlatform } from "../../api/calls/calling-platform.ts";
import { createKey, createTenant } from "../../factories/tenant.ts";
import { installed, runScript } from "./python-client.ts";

const whereInstalled = installed === null ? describe.skip : describe;

let platform: CallingPlatform;
beforeAll(async () => void (platform = await startCallingPlatform({})));
afterAll(() => platform.close());

/** The same in both halves of the client. */
const UPLOADS = `
seen = []
first = AWAIT ringdown.knowledge.upload(
    ("prices.txt", b"The premium plan costs thirty dollars."),
    scope="org",
    on_progress=lambda document: seen.append(document["processing_status"]),
)
following = AWAIT ringdown.knowledge.upload(("prices.txt", b"It costs forty."), document_uuid=first["document_uuid"])
found = AWAIT ringdown.knowledge.search(query="premium plan forty")
refused = None
try:
    AWAIT ringdown.knowledge.upload(("broken.pdf", b"no PDF at all"))
except ProcessingFailedError as error:
    refused = [str(error), error.result["processing_status"]]
return [first, following, [chunk["chunk_text"] for chunk in found["chunks"]], seen, refused]`;

const programOf = (half: "sync" | "async") => {
  const isSync = half === "sync";
  const lines = UPLOADS.replaceAll("AWAIT ", isSync ? "" : "await ")
    .trim()
    .replaceAll("\n", "\n        ");
  return `
import asyncio, json, os
from ringdown import *
${isSync ? "def" : "async def"} main():
    ${isSync ? "with Ringdown" : "async with AsyncRingdown"}(os.environ["BASE_URL"], api_key=os.environ["KEY"]) as ringdown:
        ${lines}
print(json.dumps(${isSync ? "main()" : "asyncio.run(main())"}))`;
};

whereInstalled("a document in one call", () => {
  it.each(["sync", "async"] as const)(
    "is uploaded, read and found, and its next version takes its place (%s)",
    async (half) => {
      const { apiKey } = await createKey(platform.test, { tenant: await createTenant(platform.test) });
      const told = await runScript(programOf(half), { BASE_URL: platform.api.baseUrl, KEY: apiKey });
      expect(told).toEqual([
        expect.objectContaining({ filename: "prices.txt", processing_status: "completed", scope: "org", version: 1 }),
        expect.objectContaining({ version: 2 }),
        [expect.stringContaining("forty")],
        expect.arrayContaining(["completed"]),
        [expect.any(String), "failed"],
      ]);
    },
  );
});
