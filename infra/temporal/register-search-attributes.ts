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
 * and the server does not let us add them; then an operator must.
 */
export const registerSearchAttributes = async (connection: ConnectionLike, namespace: string): Promise<void> => {
  const { operatorService } = connection;
  const known = await operatorService.listSearchAttributes({ namespace }).catch(() => ({ customAttributes: {} }));
  const missing = Object.entries(SEARCH_ATTRIBUTES).filter(([name]) => !(name in (known.customAttributes ?? {})));
  if (missing.length === 0) return;
  try {
    await operatorService.addSearchAttributes({ namespace, searchAttributes: Object.fromEntries(missing) });
  } catch (error) {
    if (isAlreadyThere(error)) return;
    const commands = missing
      .map(([name, type]) => `--name ${name} --type ${type === INT ? "Int" : "Keyword"}`)
      .join(" ");
    throw new Error(
      `Temporal lacks search attributes; add them: temporal operator search-attribute create ${commands}`,
      { cause: error },
    );
  }
};

const ALREADY_EXISTS = 6;
const isAlreadyThere = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === ALREADY_EXISTS;
