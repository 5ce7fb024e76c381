import { hideInWords } from "../../../application/conversation/hide-in-rows.ts";
import { readRunAgent } from "../../../infra/postgres/call/run-agent.repository.ts";
import { addWhisper } from "../../../infra/postgres/supervision/supervision.repository.ts";
import type { OperationInput } from "../../http/operation.ts";
import { formatActor, type OperationContext } from "../../http/operation-context.ts";
import { requireAgent, requireOwnSupervision, requireSupervisable } from "./supervised-run.ts";
import { presentSupervision } from "./supervision.presenter.ts";
import type { supervisionParams, whisperBody } from "./supervision.schemas.ts";

/** Tells the agent something that it reads before its next words. The person does not hear it. */
export const whisper = (
  context: OperationContext,
  { params, body }: OperationInput<{ params: typeof supervisionParams; body: typeof whisperBody }>,
) =>
  context.inOrganization(async (tx) => {
    const { run, means } = await requireSupervisable(context, tx, params);
    const supervision = await requireOwnSupervision(tx, {
      runId: run.id,
      uuid: params.supervision_uuid,
      actor: formatActor(context.actor),
    });
    await requireAgent(tx, run);
    const { redaction } = await readRunAgent(tx, run, context.clock.now());
    const text = hideInWords(redaction, body.text);
    return presentSupervision(await addWhisper(tx, supervision, text), means);
  });
