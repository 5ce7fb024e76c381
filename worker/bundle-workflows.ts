import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleWorkflowCode, DefaultLogger } from "@temporalio/worker";

const pathOf = (module: string) => fileURLToPath(new URL(`../workflows/${module}`, import.meta.url));

export const workflowsPath = pathOf("index.ts");
export const workflowInterceptorModules = [pathOf("trace-context.interceptors.ts")];

/**
 * Modules that all workflows of a process share. Otherwise each workflow would run all of them anew as it starts, and
 * keep its own copies. They hold nothing that changes: what a workflow knows lives in its functions.
 */
export const preloadModules = [workflowsPath, ...workflowInterceptorModules];

/** Bundles the workflows and their interceptors for the sandbox. */
const bundleWorkflows = async (): Promise<string> => {
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    workflowInterceptorModules,
    preloadModules,
    ignoreModules: [],
    logger: new DefaultLogger("WARN"),
  });
  return inAscii(code);
};

/** Escapes everything beyond ASCII: with one character beyond Latin-1 Node keeps every copy of the text in twice the memory. */
const inAscii = (code: string): string =>
  code.replaceAll(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

const writeBundle = async (path: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, await bundleWorkflows());
  await rename(fresh, path);
};

const target = process.argv[2];
if (import.meta.main && target) await writeBundle(target);
