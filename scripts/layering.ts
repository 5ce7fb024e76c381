import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findCycles } from "./import-cycles.ts";
import { listImports } from "./import-specifiers.ts";

/** One import that the layout does not allow. Paths are relative to the root, with slashes. */
export interface Violation {
  rule: string;
  file: string;
  imports: string;
}

interface Module {
  path: string;
  /** The top folder: the boundary at run time. */
  layer: string;
  /** The folder below it; null for files beside the folders. */
  area: string | null;
}

interface Rule {
  name: string;
  allows(from: Module, to: Module): boolean;
}

const SOURCES =
  "{domain,application,api,workflows,activities,worker,media,infra,console,clients,scripts,test}/**/*.{ts,tsx,js,mjs}";
/** The packages that a layer may use; a layer that is missing here may use any. */
const PACKAGES: Readonly<Record<string, ReadonlySet<string>>> = {
  domain: new Set(["zod", "luxon", "libphonenumber-js"]),
  workflows: new Set(["@temporalio/workflow", "@temporalio/common"]),
  clients: new Set([
    "commander",
    "node:crypto",
    "node:fs",
    "node:os",
    "node:path",
    "node:readline",
    "node:util",
    "yaml",
  ]),
};

const isPart = (module: Module, ...parts: string[]) => parts.some((part) => module.path.endsWith(`.${part}.ts`));
/** Queue names and search attributes stand beside the areas, for every layer. */
const isOfWorkflows = (module: Module, ...parts: string[]) =>
  module.layer === "workflows" &&
  module.path !== "workflows/index.ts" &&
  (module.area === null || isPart(module, ...parts));

/** Workflows that start others as their children, by area, and what they say to them. */
const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  campaign: ["call-run", "contact-import"],
  "number-verification": ["call-run"],
};
const isChildContract = (from: Module, to: Module) =>
  CHILDREN[from.area ?? ""]?.includes(to.area ?? "") === true && isPart(to, "contract");

/** Areas of the API that hold another one: a call holds a conversation, which knows no call. */
const HELD: Readonly<Record<string, string>> = { calls: "conversations" };

const LAYERED = new Set([
  "domain",
  "application",
  "api",
  "workflows",
  "activities",
  "worker",
  "media",
  "infra",
  "console",
  "clients",
]);
const isOutsideImage = ({ layer, area }: Module) => layer === "infra" && (area === "simulator" || area === "local");
const VENDORS = new Set([
  "connector",
  "guarded-request",
  "mail",
  "mcp",
  "models",
  "object-store",
  "passage-index",
  "temporal",
]);
const isGenerated = ({ path }: Module) => path.startsWith("clients/typescript/src/generated/");
const isRules = (module: Module) => isPart(module, "rules");
const layersAllowed =
  (layer: string, ...layers: string[]) =>
  (from: Module, to: Module) =>
    from.layer !== layer || layers.includes(to.layer);

const RULES: readonly Rule[] = [
  {
    name: "domain/ imports only itself, zod, luxon and libphonenumber-js",
    allows: layersAllowed("domain", "domain"),
  },
  {
    name: "rules import only rules: they may run inside a workflow",
    allows: (from, to) => from.layer !== "domain" || !isRules(from) || (to.layer === "domain" && isRules(to)),
  },
  {
    name: "workflows/ imports only itself, rules of domain/, @temporalio/workflow and @temporalio/common",
    allows: (from, to) =>
      from.layer !== "workflows" || to.layer === "workflows" || (to.layer === "domain" && isRules(to)),
  },
  {
    name: "activities/ imports contracts and ports of workflows/, domain/, application/ and infra/",
    allows: (from, to) =>
      from.layer !== "activities" ||
      ["activities", "domain", "application", "infra"].includes(to.layer) ||
      isOfWorkflows(to, "contract", "ports"),
  },
  {
    name: "api/ imports contracts of workflows/, domain/, application/ and infra/",
    allows: (from, to) =>
      from.layer !== "api" ||
      ["api", "domain", "application", "infra"].includes(to.layer) ||
      isOfWorkflows(to, "contract"),
  },
  {
    name: "worker/ imports workflows/, activities/, domain/, application/ and infra/",
    allows: layersAllowed("worker", "worker", "workflows", "activities", "domain", "application", "infra"),
  },
  {
    name: "media/ imports contracts and ports of workflows/, domain/, application/ and infra/",
    allows: (from, to) =>
      from.layer !== "media" ||
      ["media", "domain", "application", "infra"].includes(to.layer) ||
      isOfWorkflows(to, "contract", "ports"),
  },
  {
    name: "nobody imports media/",
    allows: (from, to) => to.layer !== "media" || from.layer === "media" || !LAYERED.has(from.layer),
  },
  {
    name: "nobody imports worker/",
    allows: (from, to) => to.layer !== "worker" || from.layer === "worker" || !LAYERED.has(from.layer),
  },
  {
    name: "application/ imports only itself, contracts of workflows/, domain/ and infra/",
    allows: (from, to) =>
      from.layer !== "application" ||
      ["application", "domain", "infra"].includes(to.layer) ||
      isOfWorkflows(to, "contract"),
  },
  {
    name: "infra/ imports only itself and domain/",
    allows: layersAllowed("infra", "infra", "domain"),
  },
  {
    name: "infra/postgres/ imports no vendor but the database's: what uses rows and a vendor together is in application/",
    allows: (from, to) =>
      !from.path.startsWith("infra/postgres/") || to.layer !== "infra" || !VENDORS.has(to.area ?? ""),
  },
  {
    name: "console/ imports only itself; it knows the API by its generated client",
    allows: (from, to) => from.layer !== "console" || to.layer === "console" || isGenerated(to),
  },
  {
    name: "clients/ imports only itself: others install it without the rest",
    allows: layersAllowed("clients", "clients"),
  },
  {
    name: "nobody imports console/",
    allows: (from, to) => to.layer !== "console" || from.layer === "console",
  },
  {
    name: "console/ui and console/words import no area of the console",
    allows: (from, to) =>
      from.layer !== "console" ||
      !["ui", "words"].includes(from.area ?? "") ||
      to.layer !== "console" ||
      ["ui", "words"].includes(to.area ?? ""),
  },
  {
    name: "an area imports no other area but its presenter, schemas, answers and errors",
    allows: (from, to) =>
      from.layer !== to.layer ||
      !["api", "workflows", "activities"].includes(from.layer) ||
      from.area === null ||
      to.area === null ||
      from.area === to.area ||
      (from.layer === "api" && HELD[from.area] === to.area) ||
      (from.layer === "api" && (to.area === "http" || isPart(to, "presenter", "schemas", "answers", "errors"))) ||
      (from.layer === "workflows" && isChildContract(from, to)),
  },
  {
    name: "infra/simulator/ and infra/local/ are not in the production image: nothing else imports them",
    allows: (from, to) => !LAYERED.has(from.layer) || !isOutsideImage(to) || isOutsideImage(from),
  },
  {
    name: "nothing imports test/ or scripts/",
    allows: (from, to) => !LAYERED.has(from.layer) || LAYERED.has(to.layer),
  },
];

const moduleAt = (path: string): Module => {
  const [layer = "", ...rest] = path.split("/");
  return { path, layer, area: rest.length > 1 ? (rest[0] ?? null) : null };
};

/** Checks every module below `root`; types count as imports. Throws when it finds no import at all: a check that sees nothing proves nothing. */
export const findViolations = (root: string): Violation[] => {
  const graph = new Map<string, string[]>();
  const violations: Violation[] = [];
  let count = 0;
  for (const file of globSync(SOURCES, { cwd: root }).map(withSlashes).sort()) {
    const imports = listImports({ file, source: readFileSync(join(root, file), "utf8") });
    graph.set(file, imports.modules);
    count += imports.modules.length + imports.packages.length;
    violations.push(...forbiddenModules(file, imports.modules), ...forbiddenPackages(file, imports.packages));
  }
  if (count === 0) throw new Error(`no imports were found below ${root}`);
  const cycles = findCycles(graph).map((cycle) => toViolation("no cycles", cycle));
  const folderCycles = findCycles(folderGraph(graph)).map((cycle) => toViolation("no cycles between folders", cycle));
  return [...violations, ...cycles, ...folderCycles];
};

const forbiddenModules = (file: string, modules: readonly string[]): Violation[] =>
  modules.flatMap((imported) =>
    RULES.filter((rule) => !rule.allows(moduleAt(file), moduleAt(imported))).map((rule) => ({
      rule: rule.name,
      file,
      imports: imported,
    })),
  );

const ENTITIES_RULE = "entities are read and written through infra/postgres/entity-manager.ts";
/** Code that held MikroORM's own manager could change a row that is written later than the statements after it. */
const isMikroOrmOutside = (file: string, name: string) =>
  name.startsWith("@mikro-orm/") && LAYERED.has(moduleAt(file).layer) && !file.startsWith("infra/postgres/");

const forbiddenPackages = (file: string, packages: readonly string[]): Violation[] => {
  const { layer } = moduleAt(file);
  // Inside a workflow's sandbox even a validator or a calendar is too much: rules use no package at all.
  const allowed = layer === "domain" && file.endsWith(".rules.ts") ? NO_PACKAGES : PACKAGES[layer];
  const rule = RULES.find(({ name }) => name.startsWith(`${layer}/ imports only itself`))?.name ?? "";
  const outside = packages
    .filter((name) => isMikroOrmOutside(file, name))
    .map((imports) => ({ rule: ENTITIES_RULE, file, imports }));
  const notAllowed = allowed ? packages.filter((name) => !allowed.has(name)) : [];
  return [...outside, ...notAllowed.map((imports) => ({ rule, file, imports }))];
};

const NO_PACKAGES: ReadonlySet<string> = new Set();

/** The folder that a file is in, two levels deep: `infra/postgres`, `domain/call`; files beside the folders are none. */
const folderOf = (path: string): string | null => {
  const [layer = "", area = "", ...rest] = path.split("/");
  return LAYERED.has(layer) && rest.length > 0 ? `${layer}/${area}` : null;
};

/** Returns which folder imports which other one. */
const folderGraph = (graph: ReadonlyMap<string, readonly string[]>): Map<string, string[]> => {
  const folders = new Map<string, Set<string>>();
  for (const [file, imports] of graph) {
    const from = folderOf(file);
    if (from === null) continue;
    const into = folders.get(from) ?? new Set();
    for (const to of imports.map(folderOf)) if (to !== null && to !== from) into.add(to);
    folders.set(from, into);
  }
  return new Map([...folders].map(([folder, imports]) => [folder, [...imports]]));
};

const toViolation = (rule: string, cycle: readonly string[]): Violation => ({
  rule,
  file: cycle[0] ?? "",
  imports: [...cycle.slice(1), cycle[0]].join(" → "),
});

const withSlashes = (path: string) => path.replaceAll("\\", "/");

if (import.meta.main) {
  const violations = findViolations(join(import.meta.dirname, ".."));
  for (const { rule, file, imports } of violations) console.log(`${file}\n  imports ${imports}\n  but ${rule}`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
