import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface BareCallbacksOptions {
  databaseUrl: string;
  poolSize: number;
}

/** Starts an Express server in a process of its own whose one route writes each request's body as one row. */
export const startBareCallbacks = async (
  options: BareCallbacksOptions,
): Promise<{ url: string; pid: number; close(): Promise<void> }> => {
  const program = fileURLToPath(new URL("bare-callbacks.process.ts", import.meta.url));
  const child = fork(program, [JSON.stringify(options)], { env: { ...process.env, NODE_ENV: "production" } });
  const exited = once(child, "exit");
  const ended = exited.then(() => {
    throw new Error("the bare server ended before it listened");
  });
  const [port] = await Promise.race([once(child, "message"), ended]);
  return {
    url: `http://127.0.0.1:${port}/callback`,
    pid: child.pid ?? 0,
    close: async () => {
      child.kill();
      await exited;
    },
  };
};
