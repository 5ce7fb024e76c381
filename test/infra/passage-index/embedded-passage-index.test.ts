import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "@jest/globals";
import { createEmbeddedPassageIndex } from "../../../infra/passage-index/embedded/embedded-passage-index.ts";
import { passageIndexConformance } from "./passage-index-conformance.ts";

const folder = mkdtempSync(join(tmpdir(), "ringdown-passages-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

passageIndexConformance({ name: "embedded", open: async () => createEmbeddedPassageIndex({ folder }) });
