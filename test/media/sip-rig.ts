import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { getRunOperation, hangUpRunOperation, startCallByWorkflowOperation } from "../../api/calls/calls.operations.ts";
import { createPhoneNumberOperation } from "../../api/numbers/phone-numbers.operations.ts";
import { createTelephonyAccountOperation } from "../../api/telephony/telephony.operations.ts";
import { type CallingPlatform, startCallingPlatform } from "../api/calls/calling-platform.ts";
import {
  type AgentSettings,
  openTalkingOrganization,
  runRow,
  wordsOf,
} from "../api/conversations/talking-organization.ts";
import { createSpeechModelRows } from "../factories/speech-models.ts";
import { type ApiProcess, startApiProcess } from "../harness/api-process.ts";
import { WaitsInVain, waitUntil } from "../harness/wait-until.ts";
import { serverSettings } from "../harness/worker-process.ts";
import { callIn, type SipCaller } from "./sip-caller.ts";
import type { TrunkBehaviour } from "./sip-scenario.ts";
import { prepareSipServers } from "./sip-servers.ts";
import { type SipTrunk, startSipTrunk } from "./sip-trunk.ts";
import { openTlsLine } from "./tls-line.ts";

export type SipRig = Awaited<ReturnType<typeof openSipRig>>;

/** Opens everything that a call over a SIP trunk goes through: LiveKit, LiveKit SIP, Redis, a media process, the platform. */
export const openSipRig = async ({ speechUrl }: { speechUrl: string }) => {
  const servers = await prepareSipServers();
  const { settings } = servers;
  const platform = await startCallingPlatform({}, settings);
  await servers.start(platform.api.baseUrl);
  const media: ApiProcess[] = [];
  const startMedia = async ({ hearsItself = false } = {}) => {
    const started = startApiProcess(
      {
        ...settings,
        ...serverSettings(),
        DATABASE_URL: platform.test.url,
        TEMPORAL_NAMESPACE: platform.api.dependencies.config.TEMPORAL_NAMESPACE,
        MEDIA_API_URL: platform.api.baseUrl,
        ...(hearsItself && { LOCAL_SPEECH: "true", HOME: process.env["HOME"] ?? "" }),
      },
      "media/start.ts",
    );
    media.push(started);
    await started.says("media process is ready");
    if (hearsItself) await untilHearsItself(platform, started);
  };
  await startMedia();
  const trunks: SipTrunk[] = [];
  const phones: ChildProcess[] = [];
  const callers: SipCaller[] = [];
  return {
    platform,
    killSip: servers.killSip,
    /** Those of LiveKit, for another process beside these. */
    settings,
    /** Starts another media process. `hearsItself`: it has the models of the machine itself, for organizations without others. */
    startMedia,
    /** Kills the one that has run for longest. */
    killMedia: async () => {
      const killed = media.shift();
      killed?.child.kill("SIGKILL");
      await killed?.ended;
    },
    /** Somebody calls in. */
    callIn: async (call: Omit<Parameters<typeof callIn>[0], "sip">, { overTls = false } = {}) => {
      const caller = await callIn({ ...call, sip: overTls ? await openLine(servers) : servers.sipPort() });
      callers.push(caller);
      return caller;
    },
    startPhone: () => startPhone(speechUrl, phones),
    startTrunk: async (behaviour: TrunkBehaviour, { overTls = false } = {}) => {
      const trunk = await startSipTrunk(behaviour, overTls ? servers.authority.issue(["localhost"]) : undefined);
      trunks.push(trunk);
      return trunk;
    },
    speechUrl,
    /** After each test: nobody is at a telephone any more, and the trunks are gone. */
    clear: async () => {
      for (const phone of phones.splice(0)) phone.kill("SIGKILL");
      await Promise.all([...callers.splice(0), ...trunks.splice(0)].map((side) => side.close()));
    },
    close: async () => {
      for (const { child } of media) child.kill("SIGTERM");
      await Promise.all(media.map(({ ended }) => ended));
      await platform.close();
      await servers.stop();
    },
  };
};

/** The media process says with its next report that it speaks and hears. */
const untilHearsItself = async ({ test }: CallingPlatform, media: ApiProcess): Promise<void> => {
  await media.says("the local models for speech are loaded");
  await waitUntil("the platform knows it", () =>
    test.everything.selectFrom("media_processes").select("uuid").where("speaks_locally", "=", true).executeTakeFirst(),
  );
};

const openLine = ({ authority, sipTlsPort }: Awaited<ReturnType<typeof prepareSipServers>>) =>
  openTlsLine({
    to: { port: sipTlsPort(), authority: authority.certificate },
    certified: authority.issue(["localhost"]),
  });

/** Starts a telephone whose person hears and speaks. */
const startPhone = async (speechUrl: string, phones: ChildProcess[]) => {
  const phone = spawn(process.execPath, [new URL("phone.ts", import.meta.url).pathname, speechUrl], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  phones.push(phone);
  const noticed: string[] = [];
  createInterface({ input: phone.stdout }).on("line", (line) => noticed.push(line));
  const port = await waitUntil("the phone has a port", () => noticed.find((line) => line.startsWith("port ")));
  return {
    soundPort: Number(port.replace("port ", "")),
    /** All that was noticed up to now. */
    noticed,
    notices: (line: string) =>
      waitUntil(`the person notices "${line}" after ${noticed.join("; ")}`, () => noticed.includes(line)),
    say: (sentence: string) => void phone.stdin.write(`${sentence}\n`),
  };
};

interface TrunkOptions {
  behaviour: TrunkBehaviour;
  credentials?: Readonly<Record<string, string>>;
  agent?: AgentSettings;
}

/** Opens an organization with a trunk of its own, through which it calls. */
export const openTrunkOrganization = async (rig: SipRig, { behaviour, credentials = {}, agent }: TrunkOptions) => {
  const { platform } = rig;
  const trunk = await rig.startTrunk(behaviour, { overTls: credentials["transport"] === "tls" });
  const organization = await openTalkingOrganization(platform, agent);
  await createSpeechModelRows(platform.test, {
    organizationId: organization.organizationId,
    baseUrl: rig.speechUrl,
  });
  const client = platform.api.client(organization.owner);
  const { body: account } = await client.call(createTelephonyAccountOperation, {
    body: { name: "trunk", config: { provider: "sip", address: trunk.address, ...credentials } },
  });
  await client.call(createPhoneNumberOperation, {
    params: { config_id: account.id },
    body: { address: "+12025550100", is_default_caller_id: true },
  });
  const paramsOf = (run_id: number) => ({ params: { workflow_id: organization.agentId, run_id } });
  return {
    ...organization,
    trunk,
    call: async (): Promise<number> => {
      const { body } = await client.call(startCallByWorkflowOperation, {
        params: { workflow_uuid: organization.workflowUuid },
        body: { phone_number: "+14155550100", telephony_configuration_id: account.id },
      });
      return body.workflow_run_id;
    },
    hangUp: (runId: number) => client.call(hangUpRunOperation, paramsOf(runId)),
    run: async (runId: number) => (await client.call(getRunOperation, paramsOf(runId))).body,
  };
};

export const untilTalking = ({ platform }: { platform: CallingPlatform }, runId: number): Promise<unknown> =>
  waitUntil(`the call of run ${runId} is answered`, async () => {
    const { state } = await platform.test.everything
      .selectFrom("call_runs")
      .select("state")
      .where("id", "=", runId)
      .executeTakeFirstOrThrow();
    return state === "in_progress";
  });

interface CalledOptions {
  credentials: Readonly<Record<string, string | number>>;
  agent?: AgentSettings;
  /** What is called; absent: a number of its own. */
  address?: string;
  /** The machine itself hears for it, and not a provider. */
  hearsItself?: boolean;
}

let called = 0;

/** An organization that people call over a trunk of its own. */
export const openCalledOrganization = async (
  rig: SipRig,
  { credentials, agent, address, hearsItself = false }: CalledOptions,
) => {
  const { platform } = rig;
  const organization = await openTalkingOrganization(platform, agent);
  const { organizationId, agentId } = organization;
  const providers = { tts: "openai", ...(!hearsItself && { stt: "openai" }) };
  await createSpeechModelRows(platform.test, { organizationId, baseUrl: rig.speechUrl, providers });
  const client = platform.api.client(organization.owner);
  const { body: account } = await client.call(createTelephonyAccountOperation, {
    body: { name: "trunk", config: { provider: "sip", address: "127.0.0.1:9", ...credentials } },
  });
  called += 1;
  const number = address ?? `+1202555${String(1000 + called)}`;
  const { body: saved } = await client.call(createPhoneNumberOperation, {
    params: { config_id: account.id },
    body: { address: number, inbound_workflow_id: agentId },
  });
  const runs = () =>
    platform.test.everything
      .selectFrom("call_runs")
      .selectAll()
      .where("organization_id", "=", organizationId)
      .orderBy("id")
      .execute();
  return {
    ...organization,
    client,
    account,
    number,
    saved,
    runs,
    /** The run of the only call, as soon as there is one. */
    run: () => waitUntil("the call is taken", async () => (await runs())[0]),
    missedCalls: () =>
      platform.test.everything
        .selectFrom("missed_calls")
        .selectAll()
        .where("organization_id", "=", organizationId)
        .execute(),
    hangUp: (run_id: number) => client.call(hangUpRunOperation, { params: { workflow_id: agentId, run_id } }),
  };
};

/** Waits for the first words of a call; one that ends without any says how it ended. */
export const untilWords = ({ platform }: { platform: CallingPlatform }, runId: number): Promise<unknown> =>
  waitUntil(`the conversation of run ${runId} has begun`, async () => {
    const { ended_at, outcome, end_reason } = await runRow(platform, runId);
    const words = await wordsOf(platform, runId);
    if (ended_at !== null && words.length === 0)
      throw new WaitsInVain(`nobody talked in it: ${outcome}, ${end_reason}`);
    return words.length > 0;
  });
