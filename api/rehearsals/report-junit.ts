import { writeJunitReport } from "../../domain/rehearsal/junit-report.ts";
import { listRehearsalConversations } from "../../infra/postgres/rehearsal/rehearsal-conversation.repository.ts";
import { fileTypeFor } from "../http/file-type.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { createRawAnswer } from "../http/raw-answer.ts";
import { requireKnownAgent } from "../require-agent.ts";
import { requireRehearsal } from "./read-rehearsal-answer.ts";
import { presentReported } from "./rehearsals.presenter.ts";
import type { rehearsalParams } from "./rehearsals.schemas.ts";

/** Answers a rehearsal as JUnit XML. */
export const reportJunit = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof rehearsalParams }>,
) =>
  context.inOrganization(async (tx) => {
    const { name } = await requireKnownAgent(tx, params.workflow_id);
    const { id } = await requireRehearsal(tx, params);
    const rows = await listRehearsalConversations(tx, id);
    const runs = Map.groupBy(rows, ({ scenario_digest, scenario_id }) => scenario_id ?? scenario_digest);
    const reported = rows.map((row) =>
      presentReported(row, runs.get(row.scenario_id ?? row.scenario_digest)?.length ?? 1),
    );
    const xml = writeJunitReport(name, reported);
    return createRawAnswer(
      (response) => void response.status(200).type(fileTypeFor(response, "application/xml")).send(xml),
    );
  });
