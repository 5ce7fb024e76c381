import type { ConnectionLike } from "@temporalio/client";

/** IndexedValueType of Temporal's API. */
const KEYWORD = 2;
const INT = 3;

const SEARCH_ATTRIBUTES = {
  OrganizationId: INT,
  CampaignId: INT,
  AgentId: INT,
  CallState: KEYWORD,
  CampaignState: KEYWORD,
  Environment: KEYWORD,
};

/**
 * Ensures that a namespace has our search attributes, without which no workflow can start. Throws when they are missing
 * and the server does not let us add them; then an operator must. A namespace that is not there, and one that we may not use, are
 * named as themselves.
 */
export const registerSearchAttributes = async (connection: ConnectionLike, namespace: string): Promise<void> => {
  await requireNamespace(connection, namespace);
  const { operatorService } = connection;
  const known = await operatorService.listSearchAttributes({ namespace }).catch((error: unknown) => {
    if (hasCode(error, NOT_SERVED)) return { customAttributes: {} };
    throw explainFault(error, namespace);
  });
  const missing = Object.entries(SEARCH_ATTRIBUTES).filter(([name]) => !(name in (known.customAttributes ?? {})));
  if (missing.length === 0) return;
  try {
    await operatorService.addSearchAttributes({ namespace, searchAttributes: Object.fromEntries(missing) });
  } catch (error) {
    if (hasCode(error, [ALREADY_EXISTS])) return;
    const options = missing
      .map(([name, type]) => `--name ${name} --type ${type === INT ? "Int" : "Keyword"}`)
      .join(" ");
    throw new Error(
      `Temporal's namespace ${namespace} lacks search attributes; add them: temporal operator search-attribute create --namespace ${namespace} ${options}`,
      { cause: error },
    );
  }
};

/** A server without this request, as some stand-ins are, is believed to have the namespace. */
const requireNamespace = async ({ workflowService }: ConnectionLike, namespace: string): Promise<void> => {
  try {
    await workflowService.describeNamespace({ namespace });
  } catch (error) {
    if (!hasCode(error, [UNIMPLEMENTED])) throw explainFault(error, namespace);
  }
};

// Codes of gRPC.
const MISSING = 5;
const ALREADY_EXISTS = 6;
const PERMISSION_DENIED = 7;
const UNIMPLEMENTED = 12;
const UNAUTHENTICATED = 16;
/** Of a server that does not let us look at its search attributes. */
const NOT_SERVED = [UNIMPLEMENTED, PERMISSION_DENIED];

const hasCode = (error: unknown, codes: readonly number[]): boolean =>
  error instanceof Error && "code" in error && codes.some((code) => code === error.code);

/** Returns the fault in words that say what to do; one without such words is returned as it is. */
const explainFault = (error: unknown, namespace: string): unknown => {
  if (hasCode(error, [MISSING]))
    return new Error(
      `Temporal has no namespace ${namespace}; make it: temporal operator namespace create --namespace ${namespace} --retention 72h, or set TEMPORAL_NAMESPACE to one that is there`,
      { cause: error },
    );
  if (hasCode(error, [PERMISSION_DENIED, UNAUTHENTICATED]))
    return new Error(
      `Temporal does not let us use its namespace ${namespace}: look at TEMPORAL_API_KEY or the client's certificate, and at what they may do there`,
      { cause: error },
    );
  return error;
};
