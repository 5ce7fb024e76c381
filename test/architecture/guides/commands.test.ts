import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { operations } from "../../../api/areas.ts";
import { DEPLOYMENT } from "../../../infra/temporal/worker-versions.ts";
import * as campaignMessages from "../../../workflows/campaign/campaign.contract.ts";
import * as searchAttributes from "../../../workflows/search-attributes.ts";
import { type FencedBlock, fencedBlocks, isKnownVariable, read, root, sourceText, texts } from "./markdown.ts";
import { parseShell, type ShellCommand } from "./shell.ts";

/** Blocks that need what production alone has: a carrier's real account, Docker. A new one has to be counted here. */
const PRODUCTION_BLOCKS: Readonly<Record<string, number>> = {
  "docs/integrators/carriers.md": 5,
  "docs/operators/installation.md": 3,
};

const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read("package.json")));
const shellBlocks = texts.flatMap(fencedBlocks).filter(({ info }) => info.split(" ")[0] === "sh");
const checked = shellBlocks.filter(
  ({ file, info }) => !(file.startsWith("docs/integrators/") || info === "sh production"),
);

/** Says what is wrong with a command; null when it can be carried out as it stands. */
type Check = (command: ShellCommand) => string | null;

const firstFault = (...faults: (string | null | false | undefined)[]): string | null =>
  faults.find((fault): fault is string => typeof fault === "string") ?? null;

const flagsOf = (words: readonly string[]) =>
  words.filter((word) => word.startsWith("--")).map((word) => word.slice(2).split("=")[0] ?? "");

/** The flags of a script of ours stand in the files of its folder. */
const unknownFlag = (script: string, words: readonly string[]): string | null => {
  const folder = globSync(`${dirname(script)}/*.ts`, { cwd: root })
    .map(read)
    .join("\n");
  const flag = flagsOf(words).find((name) => !folder.includes(name));
  return flag ? `${script} knows no --${flag}` : null;
};

const fileOfScript = (script: string) => /node (\S+\.ts)/.exec(script)?.[1];
const testFiles = globSync("test/**/*.test.ts", { cwd: root });

const checkNpm: Check = ({ arguments: words }) => {
  const [name = "", ...rest] = words[0] === "run" ? words.slice(1) : words;
  const script = scripts[name];
  if (script === undefined) return `package.json has no script ${name}`;
  const [dashes, ...given] = rest;
  if (dashes !== undefined && dashes !== "--") return `npm itself would take ${dashes}: put -- before it`;
  if (name === "test") {
    const path = given.find((pattern) => !testFiles.some((file) => new RegExp(pattern).test(file)));
    return path ? `no test file matches ${path}` : null;
  }
  const file = fileOfScript(script);
  return file ? unknownFlag(file, given) : null;
};

const checkNode: Check = ({ arguments: words }) => {
  const at = words.findIndex((word) => !word.startsWith("-"));
  const script = words[at] ?? "";
  return existsSync(join(root, script)) ? unknownFlag(script, words.slice(at + 1)) : `there is no file ${script}`;
};

const attributeNames = Object.values(searchAttributes).map(({ name }) => name);
/** Attributes that every Temporal server has. */
const TEMPORALS_OWN = ["ExecutionStatus", "WorkflowType"];

const unknownAttribute = (query: string): string | null => {
  const names = [...query.matchAll(/(\w+)\s*=/g)].map(([, name]) => name ?? "");
  const unknown = names.find((name) => ![...attributeNames, ...TEMPORALS_OWN].includes(name));
  return unknown ? `no workflow has the search attribute ${unknown}` : null;
};

const { campaignContract, commandUpdates, commandSignals, progressQuery, redialSignal } = campaignMessages;
const MESSAGES: Readonly<Record<string, readonly string[]>> = {
  signal: [...Object.keys(commandSignals), redialSignal.name],
  update: Object.keys(commandUpdates),
  query: [progressQuery.name],
};
const CAMPAIGN_ID = campaignContract.workflowId({ organizationId: 1, campaignId: 1 });

/** Commands of Temporal's CLI to a campaign, by what they name. */
const checkTemporal: Check = ({ arguments: words }) => {
  const [noun, verb = ""] = words;
  const option = (name: string) => words[words.indexOf(name) + 1] ?? "";
  const has = (name: string) => words.includes(name);
  if (noun === "worker" && verb === "deployment") {
    const name = option(words.includes("describe") ? "--name" : "--deployment-name");
    return name === DEPLOYMENT ? null : `the workers' deployment is not ${name}`;
  }
  const known = ["list", "metadata", "query", "signal", "update", "update-options", "signal-with-start"];
  if (noun !== "workflow" || !known.includes(verb)) return `temporal ${noun} ${verb} is not known here`;
  const messageName = has("--signal-name") ? "--signal-name" : verb === "query" ? "--type" : "--name";
  const messages = MESSAGES[verb === "signal-with-start" ? "signal" : verb];
  return firstFault(
    has("--query") && unknownAttribute(option("--query")),
    has("--search-attribute") && unknownAttribute(option("--search-attribute")),
    has("--workflow-id") &&
      option("--workflow-id") !== CAMPAIGN_ID &&
      `no campaign has the id ${option("--workflow-id")}`,
    has("--task-queue") && option("--task-queue") !== campaignContract.taskQueue && "campaigns have another queue",
    verb === "signal-with-start" && option("--type") !== campaignContract.type && "no such type of workflow",
    messages && !messages.includes(option(messageName)) && `a campaign takes no ${verb} ${option(messageName)}`,
  );
};

const PROBES = ["/livez", "/readyz", "/metrics"];
const checkCurl: Check = ({ arguments: words }) => {
  const address = words.find((word) => word.startsWith("http"));
  if (!address) return "it names no address";
  const path = new URL(address).pathname;
  const isRoute = operations.some(({ method, path: route }) => method === "get" && path === `/api/v1${route}`);
  return isRoute || PROBES.includes(path) ? null : `there is no GET ${path}`;
};

/** A text that a guide searches a log for must be written there by the sources. */
const checkGrep: Check = ({ arguments: [pattern = ""] }) => {
  const value = /:"([^"]+)"/.exec(pattern)?.[1] ?? pattern;
  return sourceText().includes(value) ? null : `nothing writes ${value}`;
};

const CHECKS: Readonly<Record<string, Check>> = {
  npm: checkNpm,
  node: checkNode,
  temporal: checkTemporal,
  curl: checkCurl,
  grep: checkGrep,
  cp: ({ arguments: words }) => (words.includes(".ringdown") ? null : "it copies something else than the data folder"),
  openssl: ({ arguments: words }) =>
    words.join(" ") === "rand -hex 32" ? null : "ENCRYPTION_KEY has 64 hexadecimal digits",
};

const faultOf = (command: ShellCommand): string | null => {
  const check = CHECKS[command.program];
  const unread = Object.keys(command.assignments).find((name) => !isKnownVariable(name));
  if (unread) return `nothing reads the variable ${unread}`;
  return check ? check(command) : `the program ${command.program} is not known to this test`;
};

const titleOf = ({ file, line }: FencedBlock) => `${file}, line ${line}`;

describe("shell blocks", () => {
  it.each(checked.map((block): [string, FencedBlock] => [titleOf(block), block]))(
    "hold only commands that can be carried out: %s",
    (_, block) => {
      const commands = parseShell(block.text);
      expect(commands.length).toBeGreaterThan(0);
      expect(commands.map(faultOf).filter((fault) => fault !== null)).toEqual([]);
    },
  );

  it("need production parts where that is meant, and nowhere else", () => {
    const production = shellBlocks.filter(({ info }) => info === "sh production");
    const counts = Object.groupBy(production, ({ file }) => file);
    expect(Object.fromEntries(Object.entries(counts).map(([file, blocks]) => [file, blocks?.length]))).toEqual(
      PRODUCTION_BLOCKS,
    );
  });

  it.each([
    ["npm run nothing", "package.json has no script nothing"],
    ["npm test -- test/nothing", "no test file matches test/nothing"],
    ["npm run replay -- --never", "worker/replay.ts knows no --never"],
    ["node api/nothing.ts", "there is no file api/nothing.ts"],
    ["temporal worker deployment describe --name rings", "the workers' deployment is not rings"],
    ["temporal workflow signal --workflow-id org-1/campaign-1 --name stop", "a campaign takes no signal stop"],
    ["temporal workflow list --query 'Campaign=1'", "no workflow has the search attribute Campaign"],
    ["curl -s http://127.0.0.1:8080/api/v1/nothing", "there is no GET /api/v1/nothing"],
    ["NO_SUCH_SETTING=1 npm start", "nothing reads the variable NO_SUCH_SETTING"],
    ["rm -rf /", "the program rm is not known to this test"],
  ])("are refused with the reason: %s", (line, fault) => {
    expect(parseShell(line).map(faultOf)).toEqual([fault]);
  });
});
