import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
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
  const PROMPT = "Greet.\n\n- \"Hello\", never 'Hi'\n- ends with two blanks  \n\n";
  const made = async (name: string) => {
    const definition = minimalDefinition();
    const [first] = definition.nodes;
    const nodes = definition.nodes.map((node) =>
      node === first ? { ...node, data: { ...node.data, name: "Greeting", prompt: PROMPT } } : node,
    );
    const workflow_definition = { ...definition, nodes };
    const { id } = await ringdown.agents.create({ name, workflow_definition });
    const place = join(folder, name);
    expect(await run("agents", "pull", String(id), place)).toMatchObject({ status: 0 });
    return { id, place };
  };
  const edit = (place: string, file: string, from: string, to: string) => {
    const text = readFileSync(join(place, file), "utf8");
    expect(text).toContain(from);
    writeFileSync(join(place, file), text.replace(from, to));
  };

  it("is YAML with its prompts as Markdown beside it, and comes back byte for byte", async () => {
    const { id, place } = await made("kept");
    const { workflow_definition } = await ringdown.agents.get({ workflow_id: id });
    expect(readFileSync(join(place, "prompts/greeting.md"), "utf8")).toBe(`${PROMPT}\n`);
    expect(readFileSync(join(place, "definition.yaml"), "utf8")).toContain("prompt: !file prompts/greeting.md");
    expect(await run("agents", "diff", place)).toEqual({ status: 0, out: "", err: "" });
    expect(await run("agents", "push", place)).toMatchObject({ status: 0 });
    expect((await ringdown.agents.get({ workflow_id: id })).workflow_definition).toEqual(workflow_definition);
  });

  it("is compared and pushed, and nobody's change is overwritten", async () => {
    const { id, place } = await made("shared");
    edit(place, "agent.yaml", "name: shared", "# Its name is known to callers.\nname: Renamed in the folder");
    edit(place, "prompts/greeting.md", "never 'Hi'", "or 'Hi'");
    const differences = await run("agents", "diff", place);
    expect(differences).toMatchObject({
      status: 7,
      out: expect.stringMatching(
        /^-name: shared\n\+name: Renamed[^]* Greet\.\n \n-- "Hello", never 'Hi'\n\+- "Hello", or 'Hi'\n - ends/m,
      ),
    });
    expect(differences.out).not.toContain("settings.yaml");
    expect(await run("agents", "push", place)).toMatchObject({ status: 0 });
    const pushed = await ringdown.agents.get({ workflow_id: id });
    expect(pushed.name).toBe("Renamed in the folder");
    expect(JSON.stringify(pushed.workflow_definition)).toContain("or 'Hi'");
    expect(await run("agents", "diff", place)).toEqual({ status: 0, out: "", err: "" });
    expect(readFileSync(join(place, "agent.yaml"), "utf8")).toContain("# Its name is known");

    await ringdown.agents.update({ workflow_id: id, name: "Renamed by somebody else" });
    edit(place, "agent.yaml", "Renamed in the folder", "Mine");
    expect(await run("agents", "push", place)).toMatchObject({
      status: 5,
      err: expect.stringContaining("Nothing was overwritten"),
    });
    expect((await ringdown.agents.get({ workflow_id: id })).name).toBe("Renamed by somebody else");
  });

  it("loses the file of a prompt that it has no longer, and no other file", async () => {
    const { id, place } = await made("pruned");
    writeFileSync(join(place, "prompts/notes.md"), "of ours");
    const { workflow_definition } = await ringdown.agents.get({ workflow_id: id });
    const renamed = JSON.parse(JSON.stringify(workflow_definition).replaceAll('"Greeting"', '"Welcome"'));
    await ringdown.agents.update({ workflow_id: id, workflow_definition: renamed });
    expect(await run("agents", "pull", String(id), place)).toMatchObject({ status: 0 });
    expect(existsSync(join(place, "prompts/greeting.md"))).toBe(false);
    expect(existsSync(join(place, "prompts/notes.md"))).toBe(true);
    expect(await run("agents", "diff", place)).toEqual({ status: 0, out: "", err: "" });
  });

  it.each([
    ["a file that is missing", "definition.yaml", "prompts/greeting.md", "prompts/gone.md", "gone.md is missing"],
    ["a file of the machine", "definition.yaml", "prompts/greeting.md", "../secret.md", "outside of"],
    ["a broken line", "settings.yaml", "", "a: [", "settings.yaml is no YAML"],
    ["a field that is none", "agent.yaml", "", "colour: red\n", "no place for colour"],
    ["a tag that is none", "agent.yaml", "name: ", "name: !env ", "no YAML that can be read"],
  ])("is not pushed with %s", async (title, ...[file, from, to, sentence]) => {
    writeFileSync(join(folder, "secret.md"), "a secret");
    const { place } = await made(title.replaceAll(" ", "-"));
    edit(place, file, from, to);
    expect(await run("agents", "push", place)).toMatchObject({ status: 2, err: expect.stringContaining(sentence) });
  });
});

describe("symbolic links in the folder of an agent", () => {
  const linked = async (name: string, file: string) => {
    const { id } = await ringdown.agents.create({ name, workflow_definition: minimalDefinition() });
    const place = join(folder, name);
    expect(await run("agents", "pull", String(id), place)).toMatchObject({ status: 0 });
    const target = join(folder, `${name}-target`);
    const isFolder = file === "prompts";
    if (isFolder) mkdirSync(target);
    else writeFileSync(target, "name: of another file\n");
    rmSync(join(place, file), { recursive: true });
    symlinkSync(target, join(place, file));
    return { id, place, target };
  };
  const refused = { status: 2, err: expect.stringMatching(/is a symbolic link.*put the file itself there/) };

  it.each(["agent.yaml", "pulled.json", "prompts"])("are not written through by a pull: %s", async (file) => {
    const { id, place, target } = await linked(`pulls-${file}`, file);
    const before = readFileSync(join(place, "definition.yaml"), "utf8");
    await ringdown.agents.update({ workflow_id: id, name: "Renamed meanwhile" });
    expect(await run("agents", "pull", String(id), place)).toMatchObject(refused);
    if (file === "prompts") expect(readdirSync(target)).toEqual([]);
    else expect(readFileSync(target, "utf8")).toBe("name: of another file\n");
    expect(readFileSync(join(place, "definition.yaml"), "utf8")).toBe(before);
  });

  it.each(["agent.yaml", "prompts"])("are not read through by a push or a diff: %s", async (file) => {
    const { id, place } = await linked(`pushes-${file}`, file);
    expect(await run("agents", "push", place)).toMatchObject(refused);
    expect(await run("agents", "diff", place)).toMatchObject(refused);
    expect((await ringdown.agents.get({ workflow_id: id })).name).toBe(`pushes-${file}`);
  });

  it("may stand for the folder itself, which somebody has chosen", async () => {
    const { id } = await ringdown.agents.create({ name: "chosen", workflow_definition: minimalDefinition() });
    mkdirSync(join(folder, "chosen-target"));
    symlinkSync(join(folder, "chosen-target"), join(folder, "chosen"));
    expect(await run("agents", "pull", String(id), join(folder, "chosen"))).toMatchObject({ status: 0 });
    expect(await run("agents", "push", join(folder, "chosen"))).toMatchObject({ status: 0 });
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
