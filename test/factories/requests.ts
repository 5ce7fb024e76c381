import { openRequest, type RequestOrigin } from "../../application/request/open-request.ts";
import type { RequestSubject } from "../../domain/request/request-subject.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import type { TestDatabase } from "../harness/test-database.ts";
import type { Tenant } from "./tenant.ts";

const QUESTION: RequestSubject = { kind: "question", subject: { text: "May I?", choices: [] } };

/** Creates an open request as an agent's question makes it; its workflow is not started. */
export const askPeople = (
  test: TestDatabase,
  { organizationId }: Tenant,
  origin: Partial<RequestOrigin> & { request?: RequestSubject },
): Promise<RequestRow> => {
  const { request = QUESTION, ...rest } = origin;
  return test.database.inOrganization(organizationId, (tx) =>
    openRequest(tx, { organizationId, requestKey: crypto.randomUUID(), actor: "system", ...rest }, request),
  );
};
