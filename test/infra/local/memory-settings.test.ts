import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { chooseMemorySettings } from "../../../infra/local/memory-settings.ts";
import { temporaryFolders } from "./temporary-folder.ts";

const newFolder = temporaryFolders();

/** Returns the largest heap of a process with these settings. */
const heapLimitMb = (environment: NodeJS.ProcessEnv): number => {
  const env = chooseMemorySettings({ XDG_CACHE_HOME: newFolder(), ...environment });
  const limit = execFileSync(process.execPath, ["-p", "v8.getHeapStatistics().heap_size_limit"], {
    env,
  });
  return Number(limit) / 2 ** 20;
};

it("bounds the heap, unless one's own options say otherwise", () => {
  expect(heapLimitMb({})).toBeLessThan(600);
  expect(heapLimitMb({ NODE_OPTIONS: "--max-old-space-size=1024" })).toBeGreaterThan(1024);
});

it("leaves alone what is set already, and keeps compiled code in the user's cache", () => {
  expect(chooseMemorySettings({ MALLOC_ARENA_MAX: "8", XDG_CACHE_HOME: "/cache", PORT: "80" })).toMatchObject({
    MALLOC_ARENA_MAX: "8",
    MALLOC_TRIM_THRESHOLD_: "131072",
    NODE_COMPILE_CACHE: join("/cache", "ringdown", "node-compile-cache"),
    PORT: "80",
  });
});

it("is the same in the image", () => {
  const dockerfile = readFileSync(new URL("../../../Dockerfile", import.meta.url), "utf8");
  const { NODE_OPTIONS, NODE_COMPILE_CACHE, ...allocator } = chooseMemorySettings({});
  const variables = Object.entries(allocator).map(([name, value]) => `${name}=${value}`);
  expect(dockerfile).toContain(`ENV NODE_OPTIONS="${NODE_OPTIONS}"\nENV ${variables.join(" ")}\n`);
});
