import { canCarryAudio } from "../../application/web-call/carries-audio.ts";
import { hasWebCallCapacity } from "../../application/web-call/open-web-calls.ts";
import { isSessionMode, SESSION_MODES, WEB_MODE } from "../../domain/call/modes-and-channels.rules.ts";
import { queueRun } from "../../infra/postgres/call/run-transitions.ts";
import { reserveVoiceSlot } from "../../infra/postgres/web-call/voice-reservation.repository.ts";
import { tryToStart } from "../../infra/temporal/start-workflow.ts";
import { webCallContract, webCallStartOptions } from "../../workflows/web-call/web-call.contract.ts";
import { noVoiceSlot, tooManyWebCalls } from "../conversations/web-call/web-calls.errors.ts";
import { presentJoin } from "../conversations/web-call/web-calls.presenter.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireAgentToRun } from "../require-agent.ts";
import { keyOfAnotherCall } from "./calls.errors.ts";
import type { agentParams, createRunBody } from "./calls.schemas.ts";

/**
 * Creates a queued run of the agent's draft, where it has one; nobody is called until `calls.initiate` names the run. A run for the
 * browser includes the address at which it is joined.
 */
export const createRun = async (
  context: OperationContext,
  { params, body }: OperationInput<{ params: typeof agentParams; body: typeof createRunBody }>,
) => {
  requireMode(context, body.mode);
  const initialContext = body.initial_context ?? {};
  const run = await context.inOrganization(async (tx) => {
    const { agent, version } = await requireAgentToRun(tx, params.workflow_id, "draft_or_published");
    const most = context.config.WEB_CALLS_PER_ORGANIZATION;
    if (body.mode === WEB_MODE && !(await hasWebCallCapacity(tx, most))) throw tooManyWebCalls(most);
    const carries_audio =
      body.mode === WEB_MODE &&
      (await canCarryAudio(context, tx, {
        versionId: version.versionId,
        initialContext,
        recognition: body.recognition,
      }));
    const uuid = context.requestUuid();
    if (carries_audio && !(await reserveVoiceSlot(tx, { uuid }))) throw noVoiceSlot();
    return queueRun(tx, {
      uuid,
      organization_id: context.actor.organizationId,
      agent_id: agent.id,
      agent_version_id: version.versionId,
      name: body.name,
      mode: body.mode,
      environment: context.actor.environment,
      initial_context: initialContext,
      carries_audio,
      created_by: context.actor.userId,
    });
  });
  if (run.agent_id !== params.workflow_id || run.name !== body.name) throw keyOfAnotherCall();
  const isWebCall = run.mode === WEB_MODE;
  if (isWebCall) await tryToStart(context, webCallContract.type, webCallStartOptions(run));
  const join = isWebCall ? await presentJoin(context, run) : null;
  return { ...run, workflow_id: run.agent_id, definition_id: run.agent_version_id, join };
};

const requireMode = ({ carriers }: OperationContext, mode: string): void => {
  if (carriers.has(mode) || isSessionMode(mode)) return;
  const modes = [...carriers.descriptions().map(({ provider }) => provider), ...SESSION_MODES];
  throw invalidField(["mode"], `There is no mode ${mode}; modes are ${modes.join(", ")}`);
};
