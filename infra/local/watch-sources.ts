import { watch } from "node:fs";
import { join } from "node:path";
import type { PartName } from "./stack.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Editors write a file in several steps, and tools write many files at once. */
const SETTLES_AFTER_MS = 200;

type OwnProcess = Extract<PartName, "api" | "worker" | "media">;

/** Returns the processes that run a source; empty: none. Paths are relative to the root. */
export const listProcessesOfSource = (file: string): OwnProcess[] => {
  if (!file.endsWith(".ts")) return [];
  const [folder, area] = file.replaceAll("\\", "/").split("/");
  if (folder === "api") return ["api"];
  if (folder === "media") return ["media"];
  if (folder === "activities" || folder === "worker") return ["worker"];
  const isShared = ["workflows", "domain", "application"].includes(folder ?? "");
  const isOurs = isShared || (folder === "infra" && area !== "local" && area !== "simulator");
  return isOurs ? ["api", "worker", "media"] : [];
};

const FOLDERS = ["domain", "application", "api", "workflows", "activities", "worker", "media", "infra"];

/**
 * Calls back with the processes whose sources changed, once the changed files are all written; until `signal` aborts.
 */
export const watchSources = (
  onChange: (processes: PartName[], files: string[]) => void,
  { signal, root = ROOT, folders = FOLDERS }: { signal: AbortSignal; root?: string; folders?: readonly string[] },
): void => {
  const changed = new Set<string>();
  let settling: NodeJS.Timeout | undefined;
  const reportChange = () => {
    const files = [...changed];
    changed.clear();
    const processes = [...new Set(files.flatMap(listProcessesOfSource))];
    if (processes.length > 0) onChange(processes, files);
  };
  for (const folder of folders) {
    const watcher = watch(join(root, folder), { recursive: true, signal }, (_event, name) => {
      if (name === null) return;
      changed.add(`${folder}/${name}`);
      clearTimeout(settling);
      settling = setTimeout(reportChange, SETTLES_AFTER_MS);
    });
    watcher.on("error", () => {});
  }
  signal.addEventListener("abort", () => clearTimeout(settling));
};
