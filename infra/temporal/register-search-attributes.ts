import type { ConnectionLike } from "@temporalio/client";

/** IndexedValueType of Temporal's API. */
const KEYWORD = 2;
const INT = 3;

const SEARCH_ATTRIBUTES = {
  OrganizationId: INT,
  CampaignId: INT,
  CallState: KEYWORD,
  CampaignState: KEYWORD,
};

interface MissingAttribute {
  name: string;
  type: number;
}

/**
 * Ensures that a namespace has our search attributes, without which no workflow can start. Throws when they are missing
 * and the server does not let us add them; then an operator must. A namespace that is not there, and one that we may not use, are
 * named as themselves.
 */
export const registerSearchAttributes = async (connection: ConnectionLike, namespace: string): Promise<void> => {
  await requireNamespace(connection, namespace);
  const missing = (await listMissingAttributes(connection, namespace)) ?? ALL_ATTRIBUTES;
  if (missing.length === 0) return;
  const searchAttributes = Object.fromEntries(missing.map(({ name, type }) => [name, type]));
  try {
    await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
  } catch (error) {
    if (hasCode(error, [ALREADY_EXISTS])) return;
    throw new Error(
      `Temporal's namespace ${namespace} lacks search attributes; add them: ${writeCreation(namespace, missing)}`,
      { cause: error },
    );
  }
};

const ALL_ATTRIBUTES: readonly MissingAttribute[] = Object.entries(SEARCH_ATTRIBUTES).map(([name, type]) => ({
  name,
  type,
}));

/** Returns those of our search attributes that a namespace lacks; null: the server does not let us look. */
export const listMissingAttributes = async (
  { operatorService }: ConnectionLike,
  namespace: string,
): Promise<readonly MissingAttribute[] | null> => {
  try {
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
    return ALL_ATTRIBUTES.filter(({ name }) => !(name in (customAttributes ?? {})));
  } catch (error) {
    if (hasCode(error, NOT_SERVED)) return null;
    throw explainFault(error, namespace);
  }
};

/** Returns the command that makes search attributes. */
export const writeCreation = (namespace: string, missing: readonly MissingAttribute[]): string => {
  const options = missing
    .map(({ name, type }) => `--name ${name} --type ${type === INT ? "Int" : "Keyword"}`)
    .join(" ");
  return `temporal operator search-attribute create --namespace ${namespace} ${options}`;
};

/** A server without this request, as some stand-ins are, is believed to have the namespace. */
export const requireNamespace = async ({ workflowService }: ConnectionLike, namespace: string): Promise<void> => {
  try {
    await workflowService.describeNamespace({ namespace });
  } catch (error) {
    if (!hasCode(error, [UNIMPLEMENTED])) throw explainFault(error, namespace);
  }
};

// Codes of gRPC.
export const MISSING = 5;
const ALREADY_EXISTS = 6;
const PERMISSION_DENIED = 7;
export const UNIMPLEMENTED = 12;
const UNAUTHENTICATED = 16;
/** Of a server that does not let us look at its search attributes. */
const NOT_SERVED = [UNIMPLEMENTED, PERMISSION_DENIED];

/** Tells whether an error of a request has one of these codes of gRPC. */
export const hasCode = (error: unknown, codes: readonly number[]): boolean =>
  error instanceof Error && "code" in error && codes.some((code) => code === error.code);

/** A namespace is not there, or this login may not use it. */
export class NamespaceError extends Error {
  override readonly name = "NamespaceError";
  readonly isMissing: boolean;
  constructor(message: string, { isMissing, ...options }: ErrorOptions & { isMissing: boolean }) {
    super(message, options);
    this.isMissing = isMissing;
  }
}

/** Returns the command that makes a namespace. */
export const writeNamespaceCreation = (namespace: string): string =>
  `temporal operator namespace create --namespace ${namespace} --retention 72h`;

/** Returns the fault in words that say what to do; one without such words is returned as it is. */
const explainFault = (error: unknown, namespace: string): unknown => {
  if (hasCode(error, [MISSING]))
    return new NamespaceError(
      `Temporal has no namespace ${namespace}; make it: ${writeNamespaceCreation(namespace)}, or set TEMPORAL_NAMESPACE to one that is there`,
      { cause: error, isMissing: true },
    );
  if (hasCode(error, [PERMISSION_DENIED, UNAUTHENTICATED]))
    return new NamespaceError(
      `Temporal does not let us use its namespace ${namespace}: look at TEMPORAL_API_KEY or the client's certificate, and at what they may do there`,
      { cause: error, isMissing: false },
    );
  return error;
};
