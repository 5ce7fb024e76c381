import { ModuleMocker } from "jest-mock";

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

  async setup() {}

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
