import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CLIENTS, ROOT } from "./places.ts";

/**
 * `npm run test:mcp-clients`: MCP clients that others have made bring a campaign from a file to its report, against the running
 * platform. They are installed once, from their registries, into `.cache/mcp-clients`.
 */
const LONGEST_MS = 900_000;

const INSTALLATIONS: readonly { name: string; command: string }[] = [
  {
    name: "the protocol's inspector",
    command: "npm install --no-audit --no-fund --silent --prefix . @modelcontextprotocol/inspector@2.12.0",
  },
  {
    name: "the client of Pydantic AI",
    command: `(test -d python || python3 -m venv python) && python/bin/pip install -q --disable-pip-version-check --no-deps -r "${join(import.meta.dirname, "requirements.txt")}"`,
  },
];

const main = (): void => {
  mkdirSync(CLIENTS, { recursive: true });
  writeFileSync(join(CLIENTS, "package.json"), '{ "private": true, "type": "module" }');
  for (const { name, command } of INSTALLATIONS) {
    const { status } = spawnSync("bash", ["-c", command], { cwd: CLIENTS, stdio: "inherit", timeout: LONGEST_MS });
    if (status !== 0) {
      console.log(`${name} cannot be installed`);
      process.exitCode = 1;
      return;
    }
  }
  const jest = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning", "node_modules/jest/bin/jest.js"];
  const env = { ...process.env, TEST_MCP_CLIENTS: "1" };
  const played = [...jest, "-w", "1", "test/mcp-clients"];
  process.exitCode = spawnSync(process.execPath, played, { cwd: ROOT, env, stdio: "inherit" }).status ?? 1;
};

main();
