import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleWorkflowCode } from "@temporalio/worker";

const pathOf = (module: string) => fileURLToPath(new URL(`../workflows/${module}`, import.meta.url));

export const workflowsPath = pathOf("index.ts");

/** Bundles the workflows, and what is around each of them, for the sandbox. */
export const bundleWorkflows = async (): Promise<string> => {
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    workflowInterceptorModules: [pathOf("trace-context.interceptors.ts")],
    ignoreModules: [],
  });
  return code;
};

/** Reads the bundle that was built ahead, or builds it now. */
export const loadWorkflowBundle = async (path: string | undefined): Promise<{ code: string }> => {
  if (path && existsSync(path)) return { code: await readFile(path, "utf8") };
  return { code: await bundleWorkflows() };
};

const writeBundle = async (path: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, await bundleWorkflows());
  await rename(fresh, path);
};

const target = process.argv[2];
if (import.meta.main && target) await writeBundle(target);
