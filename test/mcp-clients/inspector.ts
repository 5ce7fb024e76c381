import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod";
import { PATIENCE_MS } from "../harness/patience.ts";
import { INSPECTOR } from "./places.ts";

export interface Inspector {
  /** How often a tool was called. */
  calls(): number;
  /** Calls a tool, and returns what it answers as structured content. */
  call(name: string, given: object): Promise<unknown>;
  /** Returns the names of the tools; rejects where a schema of theirs cannot be carried by other clients. */
  tools(): Promise<string[]>;
}

const printed = z.object({ result: z.unknown() });
const called = z.object({ structuredContent: z.unknown() });
const listed = z.object({ tools: z.array(z.object({ name: z.string() })) });

/** The command line of the protocol's inspector: each call connects anew. */
export const createInspector = (url: string, apiKey: string): Inspector => {
  const ask = async (...asked: string[]): Promise<unknown> => {
    const parameters = ["--cli", `${url}/mcp`, "--transport", "http", "--header", `X-API-Key: ${apiKey}`];
    const env = { ...process.env, NO_PROXY: "127.0.0.1" };
    const told = [...parameters, "--format", "json", "--quiet", ...asked];
    // Its warnings go to its errors.
    const { stdout } = await promisify(execFile)(INSPECTOR, told, { timeout: PATIENCE_MS, env });
    return printed.parse(JSON.parse(stdout)).result;
  };
  let calls = 0;
  return {
    calls: () => calls,
    call: async (name, given) => {
      calls += 1;
      const told = ["--tool-name", name, "--tool-args-json", JSON.stringify(given)];
      return called.parse(await ask("--method", "tools/call", ...told)).structuredContent;
    },
    tools: async () => listed.parse(await ask("--method", "tools/list", "--strict")).tools.map(({ name }) => name),
  };
};
