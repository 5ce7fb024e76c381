import { randomUUID } from "node:crypto";
import { startCallByWorkflowOperation } from "../../../api/calls/calls.operations.ts";
import type { AgentDefinition } from "../../../domain/agent/agent-definition.ts";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import type { ToolDefinition } from "../../../domain/tool/tool-definition.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import { sealCredentials } from "../../../infra/postgres/telephony/telephony.repository.ts";
import type { SimulatorScriptInput } from "../../../infra/simulator/script.ts";
import type { Heard } from "../../../infra/simulator/talk.ts";
import { receptionDefinition } from "../../application/conversation/rig.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRecordingRow } from "../../factories/recordings.ts";
import { createTenant } from "../../factories/tenant.ts";
import type { TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import type { CallingPlatform } from "../calls/calling-platform.ts";

export type RunRow = CallRun;
type Talk = NonNullable<NonNullable<SimulatorScriptInput["defaults"]>["talk"]>;

/** The simulator counts it in phone time, which passes sixty times as fast in most tests: 22 minutes there. */
const MAX_CALL_SECONDS = 80_000;

export interface Caller {
  /** The behaviour of the person on the phone. */
  talk?: Talk;
  /** Besides: outcomes, misbehaviours, `transfer_outcome`. */
  behaviour?: SimulatorScriptInput["defaults"];
  /** How others behave whom the agent calls meanwhile. */
  rules?: SimulatorScriptInput["rules"];
  speed?: number;
}

export interface AgentSettings {
  definition?: AgentDefinition;
  configurations?: object;
  /** The actions of its scripted model, before it decides by itself. */
  script?: readonly object[];
  tools?: Readonly<Record<string, ToolDefinition>>;
  account?: CarrierCredentials;
  /** The text of each of its recordings, by id. */
  recordings?: Readonly<Record<string, string>>;
}

/** Opens an organization whose agent talks through the simulator, under an account label of its own. */
export const openTalkingOrganization = async (platform: CallingPlatform, settings: AgentSettings = {}) => {
  const { test } = platform;
  const tenant = await createTenant(test);
  const { organizationId } = tenant;
  const account = `account-${randomUUID()}`;
  await test.everything
    .updateTable("telephony_configurations")
    .set(
      sealCredentials({ account, conversations: true, ...settings.account }, { organizationId, secrets: testSecrets }),
    )
    .where("id", "=", tenant.simulatorAccountId)
    .execute();
  await writeScript(test, organizationId, settings.script ?? []);
  const toolUuids = await insertTools(test, organizationId, settings.tools ?? {});
  for (const [recordingId, transcript] of Object.entries(settings.recordings ?? {})) {
    await createRecordingRow(test, { organizationId, recordingId, transcript });
  }
  const agent = await createAgentRows(test, tenant, {
    definition: settings.definition ?? receptionDefinition({ start: { tool_uuids: toolUuids } }),
    configurations: {
      max_call_duration: MAX_CALL_SECONDS,
      call_recording_enabled: false,
      ...settings.configurations,
    },
  });
  return {
    ...tenant,
    ...agent,
    account,
    /** Calls somebody who behaves like this, and returns the run's id as soon as the call is on its way. */
    call: async (caller: Caller, number = "+14155550101"): Promise<number> => {
      await platform.simulator.writeScript(
        {
          speed: caller.speed ?? 60,
          rules: caller.rules ?? [],
          defaults: {
            outcomes: ["answered"],
            ring_seconds: 1,
            ...(caller.talk && { talk: caller.talk }),
            ...caller.behaviour,
          },
        },
        `?account=${account}`,
      );
      const { body } = await platform.api.client({ token: tenant.owner.token }).call(startCallByWorkflowOperation, {
        params: { workflow_uuid: agent.workflowUuid },
        body: { phone_number: number, initial_context: { name: "Ada", company: "Example" } },
      });
      return body.workflow_run_id;
    },
  };
};

export type TalkingOrganization = Awaited<ReturnType<typeof openTalkingOrganization>>;

const writeScript = async ({ everything }: TestDatabase, organization_id: number, script: readonly object[]) => {
  await everything
    .insertInto("model_configurations")
    .values({
      organization_id,
      part: "llm",
      provider: "local",
      model: "scripted",
      base_url: null,
      settings: { script },
    })
    .execute();
};

const insertTools = async (
  { everything }: TestDatabase,
  organization_id: number,
  tools: Readonly<Record<string, ToolDefinition>>,
): Promise<string[]> => {
  const rows = await Promise.all(
    Object.entries(tools).map(([name, definition]) =>
      everything
        .insertInto("tools")
        .values({ organization_id, name, description: name, category: definition.type, definition })
        .returning("tool_uuid")
        .executeTakeFirstOrThrow(),
    ),
  );
  return rows.map(({ tool_uuid }) => tool_uuid);
};

export const runRow = ({ test }: CallingPlatform, runId: number): Promise<RunRow> =>
  test.everything.selectFrom("call_runs").selectAll().where("id", "=", runId).executeTakeFirstOrThrow();

/** Waits until the call is over and returns its row. */
export const untilOver = (platform: CallingPlatform, runId: number): Promise<RunRow> =>
  waitUntil("the call is over", async () => {
    const row = await runRow(platform, runId);
    return ["completed", "failed", "canceled"].includes(row.state) ? row : undefined;
  });

/** Returns what went over the line, as the simulator heard it. */
export const heardOn = async ({ simulator }: CallingPlatform, carrierCallId: string): Promise<string[]> => {
  const answer: { heard: Heard[] } = JSON.parse(
    await (await simulator.ask("GET", `/v1/calls/${carrierCallId}/heard`)).text(),
  );
  return answer.heard.map(({ who, what, text }) => `${who} ${what}${text === "" ? "" : `: ${text}`}`);
};

/** Returns the stored words: `agent: …`, interrupted ones with what was heard of them. */
export const wordsOf = async ({ test }: CallingPlatform, runId: number): Promise<string[]> => {
  const entries = await test.everything
    .selectFrom("conversation_entries")
    .select(["speaker", "text", "heard"])
    .where("run_id", "=", runId)
    .where("discarded_at", "is", null)
    .orderBy("id")
    .execute();
  return entries.map(({ speaker, text, heard }) => `${speaker}: ${heard ?? text}`);
};
