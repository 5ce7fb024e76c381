import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { z } from "zod";
import { BUNDLE_SOURCES } from "../../worker/workflow-bundle.ts";
import { testEnvironment } from "../harness/environment.ts";

const ROOT = join(import.meta.dirname, "../..");
const sourceMap = z.looseObject({ sources: z.array(z.string()) });

const readSourceMap = () => {
  const code = readFileSync(testEnvironment.workflowBundle(), "utf8");
  const [, encoded = ""] = /sourceMappingURL=data:application\/json[^,]*,([\w+/=]+)/.exec(code) ?? [];
  return sourceMap.parse(JSON.parse(Buffer.from(encoded, "base64").toString()));
};

/** Returns the files of this checkout in the bundle of workers, by its source map. */
const bundledSources = (): string[] => {
  const { sources } = readSourceMap();
  const isOurs = (source: string) => /\/(api|activities|domain|infra|worker|workflows)\//.test(source);
  return sources.filter((source) => isOurs(source) && !source.includes("/node_modules/"));
};

it("the fingerprint of a kept bundle covers everything of ours that is in it", () => {
  const sources = bundledSources();
  const folders = BUNDLE_SOURCES.map((path) => path.slice(ROOT.length));
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.filter((source) => !folders.some((folder) => source.includes(`${folder}/`)))).toEqual([]);
});

it("the bundle that a worker keeps names its sources and does not hold their texts", () => {
  expect(Object.keys(readSourceMap())).toEqual(expect.arrayContaining(["mappings", "names", "sources"]));
  expect(readSourceMap()["sourcesContent"]).toBeUndefined();
});
