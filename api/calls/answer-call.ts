import { greetingOf } from "../../infra/postgres/agent/agent-definition.ts";
import type { Run } from "../../infra/postgres/call/call-run.repository.ts";
import type { CallInstructions } from "../../infra/telephony/carrier-conversation.ts";
import { type OperationInput, rawAnswer } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { callbackRequestOf, findCallbackTarget } from "./callback-target.ts";
import type { callbackParams } from "./calls.schemas.ts";
import { refuseCallback } from "./refused-callbacks.ts";

const DEFAULT_LANGUAGE = "en-US";

/** Tells a carrier what an answered call does: the agent's greeting, then the end. */
export const answerCall = async (
  context: OperationContext,
  { params, request }: OperationInput<typeof callbackParams, undefined, undefined>,
) => {
  const { run, carrier, credentials } = await findCallbackTarget(context, params);
  const asked = callbackRequestOf(context, request);
  const verified = carrier.readTurn(credentials, asked);
  if (!verified.ok) {
    throw refuseCallback(context, { provider: params.provider, runUuid: run.uuid, reason: verified.reason });
  }
  const { contentType, body } = await carrier.instruct(credentials, {
    carrierCallId: verified.turn.carrierCallId,
    statusUrl: asked.url.replace(/\/answer(\?.*)?$/, "/status"),
    instructions: await instructionsOf(context, run),
  });
  return rawAnswer((response) => void response.status(200).type(contentType).send(body));
};

const instructionsOf = (context: OperationContext, run: Run): Promise<CallInstructions> =>
  context.database.inOrganization(run.organization_id, async (tx) => {
    const { definition, configurations } = await tx
      .selectFrom("agent_versions")
      .select(["definition", "configurations"])
      .where("id", "=", run.agent_version_id)
      .executeTakeFirstOrThrow();
    const language = configurations["language"];
    return {
      say: [greetingOf(definition, run.initial_context)],
      next: { kind: "hang_up" },
      language: typeof language === "string" && language !== "" ? language : DEFAULT_LANGUAGE,
    };
  });
