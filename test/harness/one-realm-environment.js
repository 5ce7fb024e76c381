import fc from "fast-check";
import { ModuleMocker } from "jest-mock";

const seed = Number(process.env["TEST_SEED"] ?? 1);
if (!Number.isInteger(seed)) throw new Error("TEST_SEED is a whole number");

/** Test files run where their modules do, among Node's own globals. What Jest changes of these for a file is undone after it. */
export default class OneRealmEnvironment {
  global = globalThis;
  // Jest asks for each of these and uses none of them: tests wait for real clocks and mock nothing.
  fakeTimers = null;
  fakeTimersModern = null;
  moduleMocker = new ModuleMocker(globalThis);
  #console = globalThis.console;
  #exit = process.exit;
  #environment = { ...process.env };

  /** Properties draw the same cases in every run: a case that fails on one machine fails on each. */
  async setup() {
    fc.configureGlobal({ seed });
  }

  async teardown() {
    globalThis.console = this.#console;
    process.exit = this.#exit;
    for (const name of Object.keys(process.env)) if (!(name in this.#environment)) delete process.env[name];
    Object.assign(process.env, this.#environment);
  }

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ["node", "node-addons"];
  }
}
