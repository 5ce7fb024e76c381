import { badRequest, conflict, notFound } from "../http/http-error.ts";

export const connectorNotFound = () => notFound("Connector");
export const accountNotFound = () => notFound("Connected account");
export const connectorUnavailable = (sentence: string) => badRequest("connector_unavailable", sentence);

export const mcpNotConnectable = (sentence: string) => badRequest("mcp_not_connectable", sentence);
export const mcpHasCredential = () =>
  conflict("mcp_has_credential", "The tool has a credential: remove it from the tool, then sign in");
export const mcpNeedsClient = (redirectUri: string, slug: string) =>
  badRequest(
    "mcp_needs_client",
    `The authorization server lets no client register itself: register one there that may send people back to ${redirectUri}, and give it with PUT /connectors/${slug}/client`,
  );
