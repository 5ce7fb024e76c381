// `npm start` with stand-ins for its processes; every server is configured, so that none is embedded.
import { fileURLToPath } from "node:url";
import { startStack } from "../../../../infra/local/stack.ts";

const standIn = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const leaving = new AbortController();
process.on("SIGTERM", () => leaving.abort());

const stack = await startStack({
  entryPoints: { api: standIn("api.mjs"), worker: standIn("worker.mjs"), migrate: standIn("migrate.mjs") },
  onEvent: console.error,
});
console.log("running");
await new Promise<void>((resolve) => leaving.signal.addEventListener("abort", () => resolve()));
await stack.stop();
process.exit(0);
