import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { findViolations } from "../../scripts/layering.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "layering-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const plant = (files: Record<string, string>) => {
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), source);
  }
  return findViolations(root).map(({ rule, file, imports }) => `${file} → ${imports}: ${rule}`);
};

const DOMAIN = "domain/ imports only itself, zod, luxon and libphonenumber-js";
const RULES = "rules import only rules: they may run inside a workflow";
const WORKFLOWS = "workflows/ imports only itself, rules of domain/, @temporalio/workflow and @temporalio/common";
const ACTIVITIES = "activities/ imports contracts and ports of workflows/, domain/, application/ and infra/";
const API = "api/ imports contracts of workflows/, domain/, application/ and infra/";
const WORKER = "worker/ imports workflows/, activities/, domain/, application/ and infra/";
const APPLICATION = "application/ imports only itself, contracts of workflows/, domain/ and infra/";
const AREAS = "an area imports no other area but its presenter, schemas, answers and errors";

describe("the layering check", () => {
  it("finds nothing in this project", () => {
    expect(findViolations(join(import.meta.dirname, "../.."))).toEqual([]);
  });

  it.each([
    [
      "the API in the console",
      "console/api/a.ts",
      `import { a } from "../../api/http/a.ts";`,
      "api/http/a.ts: console/ imports only itself; it knows the API by its generated client",
    ],
    [
      "the platform in a client",
      "clients/typescript/src/a.ts",
      `import { a } from "../../../domain/call/a.ts";`,
      "domain/call/a.ts: clients/ imports only itself: others install it without the rest",
    ],
    [
      "more than the types of the API in the console",
      "console/api/a.ts",
      `import { a } from "../../clients/typescript/src/a.ts";`,
      "clients/typescript/src/a.ts: console/ imports only itself; it knows the API by its generated client",
    ],
    [
      "the console in a script",
      "scripts/a.ts",
      `import { a } from "../console/ui/a.tsx";`,
      "console/ui/a.tsx: nobody imports console/",
    ],
    [
      "an area in the console's design system",
      "console/ui/a.tsx",
      `import { a } from "../calls/a.tsx";`,
      "console/calls/a.tsx: console/ui and console/words import no area of the console",
    ],
    [
      "a call in a conversation",
      "api/conversations/a.ts",
      `import { a } from "../calls/a.ts";`,
      `api/calls/a.ts: ${AREAS}`,
    ],
    [
      "the API in application/",
      "application/call/a.ts",
      `import { a } from "../../api/http/a.ts";`,
      `api/http/a.ts: ${APPLICATION}`,
    ],
    [
      "a workflow in application/",
      "application/call/a.ts",
      `import { a } from "../../workflows/call/call.workflow.ts";`,
      `workflows/call/call.workflow.ts: ${APPLICATION}`,
    ],
    [
      "application/ in infra/",
      "infra/postgres/call/a.ts",
      `import { a } from "../../../application/call/a.ts";`,
      "application/call/a.ts: infra/ imports only itself and domain/",
    ],
    [
      "a model's server in infra/postgres/",
      "infra/postgres/model/a.ts",
      `import { a } from "../../models/a.ts";`,
      "infra/models/a.ts: infra/postgres/ imports no vendor but the database's: what uses rows and a vendor together is in application/",
    ],
    ["zod in a workflow", "workflows/call/a.ts", `import { z } from "zod";`, `zod: ${WORKFLOWS}`],
    ["a built-in module in a workflow", "workflows/call/a.ts", `import "node:fs";`, `node:fs: ${WORKFLOWS}`],
    [
      "a type of infra/ in a workflow",
      "workflows/call/a.ts",
      `import type { A } from "../../infra/a.ts";`,
      `infra/a.ts: ${WORKFLOWS}`,
    ],
    [
      "MikroORM's own manager in the API",
      "api/tools/a.ts",
      `import type { EntityManager } from "@mikro-orm/postgresql";`,
      "@mikro-orm/postgresql: entities are read and written through infra/postgres/entity-manager.ts",
    ],
    ["a vendor in domain/", "domain/call/a.ts", `import { sql } from "kysely";`, `kysely: ${DOMAIN}`],
    ["a built-in module in domain/", "domain/call/a.ts", `import "node:crypto";`, `node:crypto: ${DOMAIN}`],
    [
      "an adapter in domain/",
      "domain/call/a.ts",
      `import type { A } from "../../infra/a.ts";`,
      `infra/a.ts: ${DOMAIN}`,
    ],
    ["a package in rules", "domain/call/a.rules.ts", `import { z } from "zod";`, `zod: ${DOMAIN}`],
    [
      "something else than rules in rules",
      "domain/call/a.rules.ts",
      `import { b } from "./b.ts";`,
      `domain/call/b.ts: ${RULES}`,
    ],
    [
      "a decision in a workflow that is no rule",
      "workflows/call/a.ts",
      `import { b } from "../../domain/call/b.ts";`,
      `domain/call/b.ts: ${WORKFLOWS}`,
    ],
    [
      "a workflow in an activity",
      "activities/call/a.ts",
      `import { a } from "../../workflows/call/call.workflow.ts";`,
      `workflows/call/call.workflow.ts: ${ACTIVITIES}`,
    ],
    [
      "the barrel in an activity",
      "activities/call/a.ts",
      `import { a } from "../../workflows/index.ts";`,
      `workflows/index.ts: ${ACTIVITIES}`,
    ],
    [
      "the API in an activity",
      "activities/call/a.ts",
      `import { a } from "../../api/http/a.ts";`,
      `api/http/a.ts: ${ACTIVITIES}`,
    ],
    [
      "ports in the API",
      "api/calls/a.ts",
      `import type { A } from "../../workflows/call/call.ports.ts";`,
      `workflows/call/call.ports.ts: ${API}`,
    ],
    [
      "an activity in the API",
      "api/calls/a.ts",
      `export * from "../../activities/call/a.ts";`,
      `activities/call/a.ts: ${API}`,
    ],
    ["the API in the worker", "worker/start.ts", `import { a } from "../api/server.ts";`, `api/server.ts: ${WORKER}`],
    [
      "a workflow in infra/",
      "infra/a.ts",
      `import type { A } from "../workflows/task-queues.ts";`,
      `workflows/task-queues.ts: infra/ imports only itself and domain/`,
    ],
    [
      "the simulated carrier in an adapter",
      "infra/telephony/a.ts",
      `import { a } from "../simulator/a.ts";`,
      "infra/simulator/a.ts: infra/simulator/ and infra/local/ are not in the production image: nothing else imports them",
    ],
    ["another area in the API", "api/calls/a.ts", `import { a } from "../agents/a.ts";`, `api/agents/a.ts: ${AREAS}`],
    [
      "a feature in the API's mechanism",
      "api/http/a.ts",
      `import { a } from "../agents/a.ts";`,
      `api/agents/a.ts: ${AREAS}`,
    ],
    [
      "another area's steps in a workflow",
      "workflows/call/a.ts",
      `import { a } from "../campaign/campaign-state.ts";`,
      `workflows/campaign/campaign-state.ts: ${AREAS}`,
    ],
    [
      "another area in an activity",
      "activities/call/a.ts",
      `import { a } from "../campaign/a.ts";`,
      `activities/campaign/a.ts: ${AREAS}`,
    ],
    [
      "an import over several lines",
      "api/calls/a.ts",
      `import {\n  a,\n  type B,\n} from "../agents/a.ts";`,
      `api/agents/a.ts: ${AREAS}`,
    ],
    [
      "a type in the middle of a line",
      "api/calls/a.ts",
      `let a: import("../agents/a.ts").A;`,
      `api/agents/a.ts: ${AREAS}`,
    ],
  ])("sees %s", (_, file, source, violation) => {
    expect(plant({ [file]: source })).toEqual([`${file} → ${violation}`]);
  });

  it("lets nobody import worker/", () => {
    const found = plant({ "api/start.ts": `import { a } from "../worker/start.ts";` });
    expect(found).toContain("api/start.ts → worker/start.ts: nobody imports worker/");
  });

  it("lets nothing import test/", () => {
    const found = plant({ "infra/a.ts": `import { a } from "../test/a.ts";` });
    expect(found).toContain("infra/a.ts → test/a.ts: nothing imports test/ or scripts/");
  });

  it("sees a cycle, also one of types alone", () => {
    const found = plant({
      "infra/a.ts": `import type { B } from "./b.ts";`,
      "infra/b.ts": `import type { A } from "./a.ts";`,
    });
    expect(found).toEqual(["infra/a.ts → infra/b.ts → infra/a.ts: no cycles"]);
  });

  it("sees folders of infra/ that import each other, though no file does", () => {
    const found = plant({
      "infra/one/a.ts": `import type { B } from "../two/b.ts";`,
      "infra/two/b.ts": `export type B = string;`,
      "infra/two/c.ts": `import type { D } from "../one/d.ts";`,
      "infra/one/d.ts": `export type D = string;`,
    });
    expect(found).toEqual(["infra/one → infra/two → infra/one: no cycles between folders"]);
  });

  it("allows what the layout allows", () => {
    const found = plant({
      "domain/call/a.ts": `import { a } from "../campaign/a.rules.ts";\nimport { z } from "zod";\nimport "luxon";`,
      "domain/call/a.rules.ts": `import { a } from "../campaign/a.rules.ts";`,
      "infra/a.ts": `import { a } from "../domain/call/a.ts";`,
      "workflows/campaign/a.ts": `import { a } from "../call-run/call-run.contract.ts";\nimport { b } from "../../domain/call/a.rules.ts";\nimport "@temporalio/workflow";`,
      "activities/campaign/a.ts": `import { a } from "../../workflows/call-run/call-run.ports.ts";\nimport "../../infra/a.ts";`,
      "api/calls/a.ts": `import { a } from "../../domain/call/call-states.rules.ts";\nimport "../agents/agents.errors.ts";\nimport "../agents/agents.presenter.ts";\nimport "../agents/agents.schemas.ts";\nimport "../http/a.ts";\nimport "zod";`,
      "worker/start.ts": `import { a } from "../workflows/index.ts";\nimport "../activities/campaign/a.ts";`,
      "test/a.ts": `import { a } from "../worker/start.ts";`,
    });
    expect(found).toEqual([]);
  });

  it("does not pass where it sees no import at all", () => {
    expect(() => plant({ "infra/a.ts": "export const a = 1;" })).toThrow("no imports were found");
  });
});
