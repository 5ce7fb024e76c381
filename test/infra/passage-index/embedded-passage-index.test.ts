import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, it } from "@jest/globals";
import { createEmbeddedPassageIndex } from "../../../infra/passage-index/embedded/embedded-passage-index.ts";
import { passageIndexConformance } from "./passage-index-conformance.ts";
import { everything, MODEL, passageOf, vectorOf } from "./passages.ts";

const folder = mkdtempSync(join(tmpdir(), "ringdown-passages-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

passageIndexConformance({ name: "embedded", open: async () => createEmbeddedPassageIndex({ folder }) });

it("keeps what several processes write to a new file at once", async () => {
  const shared = join(folder, "shared");
  const program = fileURLToPath(new URL("./passage-writer.process.ts", import.meta.url));
  const write = (name: string) => promisify(execFile)(process.execPath, [program, shared, name, "5"]);
  await Promise.all(["a", "b", "c"].map(write));
  const index = createEmbeddedPassageIndex({ folder: shared });
  expect(await index.matching(1, { text: "office", filter: everything, limit: 50 })).toHaveLength(15);
  await index.close();
});

it("looks into no file of another organization, whatever is in it", async () => {
  const shared = join(folder, "two");
  const first = createEmbeddedPassageIndex({ folder: shared });
  for (const organizationId of [1, 2]) {
    await first.put(organizationId, [passageOf()]);
    await first.makeCurrent(organizationId, passageOf());
  }
  await first.close();
  writeFileSync(join(shared, "org-2.sqlite"), "what nobody can read");
  const index = createEmbeddedPassageIndex({ folder: shared });
  const query = { text: "office", vector: vectorOf({ 0: 1 }), model: MODEL, filter: everything, limit: 50 };
  expect([await index.matching(1, query), await index.nearest(1, query)]).toEqual([
    [expect.objectContaining({ documentUuid: "doc-1" })],
    [expect.objectContaining({ documentUuid: "doc-1" })],
  ]);
  await expect(index.matching(2, query)).rejects.toMatchObject({ code: "unavailable" });
  await index.close();
});

it("says when its folder cannot be used", async () => {
  const index = createEmbeddedPassageIndex({ folder: "/dev/null/passages" });
  await expect(index.put(1, [passageOf()])).rejects.toMatchObject({ name: "PassageIndexError", code: "unavailable" });
  await index.close();
});
