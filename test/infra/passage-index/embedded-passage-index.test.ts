import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, it } from "@jest/globals";
import { createEmbeddedPassageIndex } from "../../../infra/passage-index/embedded/embedded-passage-index.ts";
import { passageIndexConformance } from "./passage-index-conformance.ts";
import { everything, passageOf } from "./passages.ts";

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

it("says when its folder cannot be used", async () => {
  const index = createEmbeddedPassageIndex({ folder: "/dev/null/passages" });
  await expect(index.put(1, [passageOf()])).rejects.toMatchObject({ name: "PassageIndexError", code: "unavailable" });
  await index.close();
});
