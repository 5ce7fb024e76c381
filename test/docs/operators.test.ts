import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startCampaignOperation } from "../../api/campaigns/campaigns.operations.ts";
import { resolveBinary } from "../../infra/local/binaries.ts";
import { findCompileCacheFolder } from "../../infra/local/memory-settings.ts";
import { type FencedBlock, fencedBlocks, root, texts, topFolders } from "../architecture/guides/markdown.ts";
import { openDiallingOrganization } from "../harness/dialling-organization.ts";
import { testEnvironment } from "../harness/environment.ts";
import { createTestDatabase, type TestDatabase } from "../harness/test-database.ts";
import { openTestStack, type TestStack } from "../harness/test-stack.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { commandsHere, needlessReasons } from "./commands-elsewhere.ts";
import { type GuideShell, openGuideShell } from "./guide-shell.ts";

/** Integrators' guides are carried out in integrators.test.ts. */
const blocks = texts
  .filter((file) => !file.startsWith("docs/integrators/"))
  .flatMap(fencedBlocks)
  .filter(({ info }) => info === "sh");

/** What the reader needs first, and what the command prints. Commands without a row print nothing that is looked at. */
const PRINTS: readonly (readonly [command: string, printed: RegExp])[] = [
  ["npm run backup", /holds \d+ rows of \d+ tables as they were at .*\n.*the keys: keep it/],
  ["npm run restore", /canceled|was with a carrier|were with a carrier/],
  ["npm run reindex", /documents?/],
  ["npm run reseal", /Everything is sealed with key \w+/],
  ["npm run replay -- org", /decides? the same/],
  ["npm run replay -- --query", /decides? the same/],
  ["npm run replay -- history.json", /decides? the same/],
  ["npm run bench", /--only/],
  ["openssl rand", /^[0-9a-f]{64}\n$/],
  ["curl -s http://127.0.0.1:8080/readyz", /"status":"ready"/],
  ["curl -s http://127.0.0.1:8081/readyz", /"status":"ready"/],
  ["curl -s http://127.0.0.1:8080/api/v1/health", /"version"/],
  ["grep", /"outcome":"failed"/],
  ["temporal workflow list", /Running/],
  ["temporal workflow metadata", /Everybody/],
  ["temporal workflow query", /"state"/],
];

const FAILING = "+14155550199";
const WAITING = "+14155550100";
const RETRY_LATER = { enabled: true, max_retries: 1, retry_on_no_answer: true, retry_delay_seconds: 3600 };

let stack: TestStack;
let shell: GuideShell;
/** Its own folder and what the guides put beside it. */
let folder: string;
let campaign: { organizationId: number; campaignId: number };
/** The empty platform of a restore. */
let empty: TestDatabase;

const project = () => join(folder, "ringdown");

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ringdown-operators-"));
  mkdirSync(project());
  for (const name of [...topFolders, "node_modules", "package.json", "package-lock.json"]) {
    symlinkSync(join(root, name), join(project(), name));
  }
  stack = await openTestStack({ LOG_LEVEL: "info" });
  symlinkSync(dataFolder(), join(project(), ".ringdown"));
  empty = await createTestDatabase();
  campaign = await startWaitingCampaign();
  const temporal = dirname(await resolveBinary("temporal"));
  const path = [dirname(process.execPath), temporal, process.env["PATH"] ?? ""].join(":");
  const { TEMPORAL_ADDRESS } = stack.running.environment;
  shell = openGuideShell({
    folder: project(),
    path,
    environment: { TEMPORAL_ADDRESS, NODE_COMPILE_CACHE: findCompileCacheFolder(process.env) },
  });
  const { organizationId, campaignId } = campaign;
  const shown = [
    "workflow",
    "show",
    "--workflow-id",
    `org-${organizationId}/campaign-${campaignId}`,
    "--output",
    "json",
  ];
  await shell.run(`temporal ${shown.join(" ")} > history.json`);
});

afterAll(async () => {
  await shell.close();
  await stack.close();
  await empty.drop();
  rmSync(folder, { recursive: true, force: true });
});

const dataFolder = (): string => stack.running.dataDir;

/**
 * A campaign that goes on however long the guides take: one of its calls has failed, another one rings, and both people are
 * called again in an hour.
 */
const startWaitingCampaign = async () => {
  const organization = await openDiallingOrganization(stack.running, {
    speed: 1,
    defaults: { outcomes: ["no_answer"], ring_seconds: 3600 },
    rules: [{ match: FAILING.slice(1), outcomes: ["failed"], ring_seconds: 0 }],
  });
  const listId = await organization.importNumbers([FAILING, WAITING]);
  const campaignId = await organization.createCampaign(listId, { retry_config: RETRY_LATER });
  await organization.client.call(startCampaignOperation, { params: { campaign_id: campaignId }, body: {} });
  await waitUntil("one call has failed, and the other one is on its way", async () => {
    const log = readFileSync(join(dataFolder(), "logs/worker.log"), "utf8");
    return log.includes('"outcome":"failed"');
  });
  return { organizationId: organization.organizationId, campaignId };
};

/** The guides name the first campaign of the first organization, and the usual ports. */
const asHere = (command: string): string => {
  const { organizationId, campaignId } = campaign;
  return command
    .replaceAll("http://127.0.0.1:8080", stack.running.addresses.api)
    .replaceAll("http://127.0.0.1:8081", stack.running.addresses.worker ?? "")
    .replaceAll("org-1/campaign-1", `org-${organizationId}/campaign-${campaignId}`)
    .replaceAll("OrganizationId=1", `OrganizationId=${organizationId}`)
    .replaceAll("CampaignId=1", `CampaignId=${campaignId}`)
    .replaceAll('"organizationId": 1', `"organizationId": ${organizationId}`)
    .replaceAll('"campaignId": 1', `"campaignId": ${campaignId}`);
};

/** Commands of people with servers of their own find them in variables. */
const withServers = (command: string): string => {
  const variables = serversFor(command);
  const assignments = Object.entries(variables).map(([name, value]) => `${name}='${value}'`);
  return [...assignments, command].join(" ");
};

const serversFor = (command: string): Record<string, string> => {
  const { DATABASE_URL = "", DATABASE_MIGRATIONS_URL = "" } = stack.running.environment;
  if (command.startsWith("node infra/postgres/migrate.ts")) return { DATABASE_URL, DATABASE_MIGRATIONS_URL };
  return command.startsWith("npm run restore") ? emptyPlatform() : {};
};

const emptyPlatform = (): Record<string, string> => {
  const { endpoint, accessKey, secretKey } = testEnvironment.objectStore();
  return {
    DATABASE_URL: empty.url,
    DATABASE_MIGRATIONS_URL: empty.superuserUrl,
    ENCRYPTION_KEY: "cd".repeat(32),
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
    S3_BUCKET: `restored-${campaign.organizationId}-${process.pid}`,
  };
};

const carriedOut = blocks
  .map((block) => ({ block, commands: commandsHere(block.text).filter((command) => !command.startsWith("cp ")) }))
  .filter(({ commands }) => commands.length > 0);

const titleOf = ({ file, line }: FencedBlock) => `${file}, line ${line}`;

describe("the guides for operators and engineers, carried out beside a platform that runs", () => {
  it.each(carriedOut.map(({ block, commands }): [string, string[]] => [titleOf(block), commands]))(
    "%s does what it says",
    async (_title, commands) => {
      for (const command of commands) {
        const { output, errors, status } = await shell.run(`(set -o pipefail; ${withServers(asHere(command))})`);
        expect({ command, status, errors: status === 0 ? "" : errors + output }).toEqual({
          command,
          status: 0,
          errors: "",
        });
        const printed = PRINTS.find(([start]) => command.startsWith(start))?.[1];
        if (printed) expect(output).toMatch(printed);
      }
    },
  );

  it("the data folder is copied whole while nothing runs", async () => {
    const [command = "", ...others] = blocks
      .flatMap(({ text }) => commandsHere(text))
      .filter((each) => each.startsWith("cp "));
    expect(others).toEqual([]);
    await stack.running.stop();
    rmSync(join(project(), ".ringdown"));
    renameSync(dataFolder(), join(project(), ".ringdown"));
    expect(await shell.run(command)).toMatchObject({ status: 0, errors: "" });
    expect(filesIn("ringdown-backup")).toEqual(filesIn(".ringdown"));
  });

  it("each command that is not carried out has its reason, and each row a command", () => {
    expect(needlessReasons(blocks.map(({ text }) => text))).toEqual([]);
    const commands = carriedOut.flatMap((each) => each.commands);
    expect(PRINTS.filter(([start]) => !commands.some((command) => command.startsWith(start)))).toEqual([]);
    expect(carriedOut.length).toBeGreaterThan(10);
  });
});

/** Names, sizes and modes below a folder of the project. */
const filesIn = (name: string): string[] =>
  readdirSync(join(project(), name), { recursive: true, encoding: "utf8" })
    .map((file) => {
      const { size, mode } = statSync(join(project(), name, file));
      return `${file} ${size} ${mode.toString(8)}`;
    })
    .sort();
