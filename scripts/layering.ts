import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findCycles } from "./import-cycles.ts";
import { importsOf } from "./import-specifiers.ts";

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

const SOURCES = "{api,workflows,activities,worker,infra,scripts,test}/**/*.{ts,js,mjs}";
const WORKFLOW_PACKAGES = new Set(["@temporalio/workflow", "@temporalio/common"]);

const isPart = (module: Module, ...parts: string[]) => parts.some((part) => module.path.endsWith(`.${part}.ts`));
/** Queue names and search attributes stand beside the areas, for everybody. */
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

const LAYERED = new Set(["api", "workflows", "activities", "worker", "infra"]);

const RULES: readonly Rule[] = [
  {
    name: "workflows/ imports only itself, @temporalio/workflow and @temporalio/common",
    allows: (from, to) => from.layer !== "workflows" || to.layer === "workflows",
  },
  {
    name: "activities/ imports contracts, ports and rules of workflows/, and infra/",
    allows: (from, to) =>
      from.layer !== "activities" ||
      to.layer === "activities" ||
      to.layer === "infra" ||
      isOfWorkflows(to, "contract", "ports", "rules"),
  },
  {
    name: "api/ imports contracts and rules of workflows/, and infra/",
    allows: (from, to) =>
      from.layer !== "api" || to.layer === "api" || to.layer === "infra" || isOfWorkflows(to, "contract", "rules"),
  },
  {
    name: "worker/ imports workflows/, activities/ and infra/",
    allows: (from, to) => from.layer !== "worker" || ["worker", "workflows", "activities", "infra"].includes(to.layer),
  },
  {
    name: "nobody imports worker/",
    allows: (from, to) => to.layer !== "worker" || from.layer === "worker" || !LAYERED.has(from.layer),
  },
  {
    name: "infra/ imports nothing of ours outside itself",
    allows: (from, to) => from.layer !== "infra" || to.layer === "infra",
  },
  {
    name: "an area imports no other area",
    allows: (from, to) =>
      from.layer !== to.layer ||
      !["api", "workflows", "activities"].includes(from.layer) ||
      from.area === null ||
      to.area === null ||
      from.area === to.area ||
      (from.layer === "api" && to.area === "http") ||
      (from.layer === "workflows" && isChildContract(from, to)),
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
    const imports = importsOf({ file, source: readFileSync(join(root, file), "utf8") });
    graph.set(file, imports.modules);
    count += imports.modules.length + imports.packages.length;
    violations.push(...forbiddenModules(file, imports.modules), ...forbiddenPackages(file, imports.packages));
  }
  if (count === 0) throw new Error(`no imports were found below ${root}`);
  return [...violations, ...findCycles(graph).map(toViolation)];
};

const forbiddenModules = (file: string, modules: readonly string[]): Violation[] =>
  modules.flatMap((imported) =>
    RULES.filter((rule) => !rule.allows(moduleAt(file), moduleAt(imported))).map((rule) => ({
      rule: rule.name,
      file,
      imports: imported,
    })),
  );

const forbiddenPackages = (file: string, packages: readonly string[]): Violation[] =>
  moduleAt(file).layer !== "workflows"
    ? []
    : packages
        .filter((name) => !WORKFLOW_PACKAGES.has(name))
        .map((imports) => ({ rule: RULES[0]?.name ?? "", file, imports }));

const toViolation = (cycle: readonly string[]): Violation => ({
  rule: "no cycles",
  file: cycle[0] ?? "",
  imports: [...cycle.slice(1), cycle[0]].join(" → "),
});

const withSlashes = (path: string) => path.replaceAll("\\", "/");

if (import.meta.main) {
  const violations = findViolations(join(import.meta.dirname, ".."));
  for (const { rule, file, imports } of violations) console.log(`${file}\n  imports ${imports}\n  but ${rule}`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
