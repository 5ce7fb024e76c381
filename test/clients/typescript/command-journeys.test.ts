import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Ringdown } from "../../../clients/typescript/src/index.ts";
import { type CallingPlatform, startCallingPlatform } from "../../api/calls/calling-platform.ts";
import { minimalDefinition } from "../../factories/agents.ts";
import { bookingScenario } from "../../factories/rehearsals.ts";
import { createKey, createTenant } from "../../factories/tenant.ts";
import { runCommandLine } from "./command-line.ts";

let platform: CallingPlatform;
let ringdown: Ringdown;
let env: Record<string, string>;
let folder: string;

beforeAll(async () => {
  platform = await startCallingPlatform({ speed: 1000, defaults: { outcomes: ["answered"] } });
  const { apiKey } = await createKey(platform.test, {
    tenant: await createTenant(platform.test),
    environment: "sandbox",
  });
  folder = mkdtempSync(join(tmpdir(), "ringdown-journeys-"));
  env = { RINGDOWN_URL: platform.api.baseUrl, RINGDOWN_API_KEY: apiKey, HOME: folder };
  ringdown = new Ringdown({ baseUrl: platform.api.baseUrl, apiKey });
});
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...words: string[]) => runCommandLine(words, { env });

describe("a file and a campaign", () => {
  it("are followed to their end, with the refused rows", async () => {
    const file = join(folder, "people.csv");
    writeFileSync(file, "phone_number,name\n+12025550110,Ada\nnonsense,Ben\n");
    const imported = await run("contacts", "import", file, "--new-list", "People");
    expect(imported).toMatchObject({ status: 0, err: expect.stringMatching(/Refused rows:\n[^]*nonsense/) });
    const { contact_list_id, invalid } = JSON.parse(imported.out);
    expect(invalid).toBe(1);
    const agent = await ringdown.agents.create({ name: "Caller", workflow_definition: minimalDefinition() });
    const campaign = await ringdown.campaigns.create({
      name: "One",
      workflow_id: agent.id,
      contact_list_id,
      consent_attested: true,
    });
    await run("campaigns", "start", String(campaign.id));
    const watched = await runCommandLine(["campaigns", "watch", String(campaign.id)], { env, isTty: true });
    expect(watched).toMatchObject({ status: 0, out: "" });
    expect(watched.err).toContain("1/1 completed");
  });

  it("say how to come back after Ctrl-C", async () => {
    const agent = await ringdown.agents.create({ name: "Caller", workflow_definition: minimalDefinition() });
    const { id: contact_list_id } = await ringdown.contacts.lists.create({ name: "None" });
    const campaign = await ringdown.campaigns.create({
      name: "Draft",
      workflow_id: agent.id,
      contact_list_id,
      consent_attested: true,
    });
    const told: string[] = [];
    const status = await runCommandLine(["campaigns", "watch", String(campaign.id)], {
      env,
      isTty: true,
      err: (text) => {
        told.push(text);
        if (told.length === 1) process.emit("SIGINT");
      },
    });
    expect(status.status).toBe(130);
    expect(told.join("")).toContain(`Come back with: ringdown campaigns watch ${campaign.id}`);
  });

  it("needs one list", async () => {
    expect(await run("contacts", "import", "x.csv", "--list", "1", "--new-list", "x")).toMatchObject({
      status: expect.any(Number),
      out: "",
    });
  });
});

describe("an agent in a folder", () => {
  it("is pulled, compared and pushed, and nobody's change is overwritten", async () => {
    const { id } = await ringdown.agents.create({ name: "Kept", workflow_definition: minimalDefinition() });
    const place = join(folder, "kept");
    expect(await run("agents", "pull", String(id), place)).toMatchObject({ status: 0 });
    expect(await run("agents", "diff", place)).toEqual({ status: 0, out: "", err: "" });
    const settings = join(place, "agent.json");
    writeFileSync(settings, readFileSync(settings, "utf8").replace("Kept", "Renamed in the folder"));
    expect(await run("agents", "diff", place)).toMatchObject({
      status: 7,
      out: expect.stringMatching(/^-.*"Kept"[^]*^\+.*"Renamed/m),
    });
    expect(await run("agents", "push", place)).toMatchObject({ status: 0 });
    expect((await ringdown.agents.get({ workflow_id: id })).name).toBe("Renamed in the folder");
    expect(await run("agents", "diff", place)).toEqual({ status: 0, out: "", err: "" });

    await ringdown.agents.update({ workflow_id: id, name: "Renamed by somebody else" });
    writeFileSync(settings, readFileSync(settings, "utf8").replace("Renamed in the folder", "Mine"));
    expect(await run("agents", "push", place)).toMatchObject({
      status: 5,
      err: expect.stringContaining("Nothing was overwritten"),
    });
    expect((await ringdown.agents.get({ workflow_id: id })).name).toBe("Renamed by somebody else");
  });
});

describe("a rehearsal", () => {
  it("is followed to its end, written as JUnit XML, and ends with 8 where something is red", async () => {
    const { id } = await ringdown.agents.create({ name: "Rehearsed", workflow_definition: minimalDefinition() });
    const scenario = { ...bookingScenario, checks: [{ kind: "says" as const, text: "Hello Ada" }] };
    await ringdown.scenarios.create({ workflow_id: id, ...scenario });
    const file = join(folder, "junit.xml");
    const green = await run("rehearse", String(id), "--junit", file);
    expect(green).toMatchObject({ status: 0 });
    expect(JSON.parse(green.out)).toMatchObject({ passed: true, counts: { green: 1 } });
    expect(readFileSync(file, "utf8")).toContain('<testcase classname="Rehearsed" name="Books for Friday"');
    const wrong = { ...scenario, name: "Promises", checks: [{ kind: "says" as const, text: "I promise" }] };
    await ringdown.scenarios.create({ workflow_id: id, ...wrong });
    const red = await runCommandLine(["rehearse", String(id)], { env, isTty: true });
    expect(red).toMatchObject({ status: 8, err: expect.stringContaining("1 of 2 are not green") });
    expect(red.out).toMatch(/Promises\n {2}The agent says "I promise": It never said that/);
    const scenarios = join(folder, "scenarios.yaml");
    writeFileSync(scenarios, "name: Greets\nturns: []\nchecks:\n  - { kind: says, text: this is }\n");
    const from = await run("rehearse", String(id), "--from", scenarios);
    expect(from).toMatchObject({ status: 0 });
    expect(JSON.parse(from.out)).toMatchObject({ counts: { green: 1 }, conversations: [{ scenario_name: "Greets" }] });
    expect(await run("rehearse", "999999")).toMatchObject({ status: 4 });
  });
});
