import { spawnSync } from "node:child_process";
import { setPriority } from "node:os";
import { createBother } from "./bother.ts";
import { NUISANCES } from "./nuisances.ts";
import type { BotherOrder } from "./start-bother.ts";
import type { Answers } from "./surroundings.ts";

/** `node bother.process.ts ORDER`, with an IPC channel: any message stops it, and it tells what it was answered. */
const { name, surroundings }: BotherOrder = JSON.parse(process.argv[2] ?? "");
// It stands for other people's machines: its own work must not take this one's processors from the platform. The lowest
// priority is not enough on Linux, where a process that has begun its slice of some milliseconds ends it: a request that
// goes through five processes would wait for five slices. One of the idle class is put aside at once.
setPriority(19);
spawnSync("chrt", ["--all-tasks", "--idle", "--pid", "0", String(process.pid)]);
const stop = new AbortController();
process.once("message", () => stop.abort());
process.once("disconnect", () => process.exit());
const answers: Answers = {};
await NUISANCES[name](createBother(surroundings, stop.signal, answers));
process.send?.(answers, () => process.disconnect());
