import { defineOperation } from "../http/operation.ts";
import { completeSignIn } from "./complete-sign-in.ts";
import { confirmSignIn } from "./confirm-sign-in.ts";
import { connectApp } from "./connect-app.ts";
import { connectMcpServer } from "./connect-mcp-server.ts";
import { listAccounts, listActivity, listConnectors, showSignIn } from "./connectors.reads.ts";
import {
  accountAnswer,
  accountListAnswer,
  accountParams,
  activityAnswer,
  activityQuery,
  callbackQuery,
  clientAnswer,
  clientBody,
  connectAnswer,
  connectorListAnswer,
  connectorParams,
  mcpToolParams,
  signInQuery,
} from "./connectors.schemas.ts";
import { revokeAccount } from "./revoke-account.ts";
import { removeClient, setClient } from "./set-client.ts";

const area = "Tools and connectors";
const NO_SUCH_APP = { 404: "No such app" };

export const listConnectorsOperation = defineOperation({
  id: "tools.connectors.list",
  area,
  method: "get",
  path: "/connectors",
  summary: "Apps that can be connected, and what agents can do there",
  permission: "viewer",
  sandbox: "read",
  success: {
    status: 200,
    description: "Every app; `available` says whether it can be connected",
    body: connectorListAnswer,
  },
  run: listConnectors,
});

export const connectAppOperation = defineOperation({
  id: "tools.connectors.connect",
  area,
  method: "post",
  path: "/connectors/{slug}/connect",
  summary: "Start connecting an app: a person opens the address and signs in there",
  permission: "admin",
  sandbox: "refused",
  timeline: { none: "Nothing is connected yet; the event comes when the person has signed in" },
  params: connectorParams,
  success: { status: 200, description: "Where to sign in", body: connectAnswer },
  errors: { ...NO_SUCH_APP, 400: "No client of the app is configured" },
  run: connectApp,
});

export const connectMcpServerOperation = defineOperation({
  id: "tools.mcp.connect",
  share: "asking",
  area,
  method: "post",
  path: "/tools/{tool_uuid}/mcp/connect",
  summary: "Start signing in to the server of an MCP tool: a person opens the address and signs in there",
  permission: "admin",
  sandbox: "refused",
  timeline: { none: "Nothing is connected yet; the event comes when the person has signed in" },
  params: mcpToolParams,
  success: {
    status: 200,
    description: "Where to sign in; afterwards the tool acts by that account",
    body: connectAnswer,
  },
  errors: {
    400: "The server asks nobody to sign in, or not in the way that MCP describes",
    404: "No such tool",
    409: "The tool has a credential",
  },
  run: connectMcpServer,
});

export const showSignInOperation = defineOperation({
  id: "tools.connectors.showSignIn",
  area,
  method: "get",
  path: "/connectors/sign-in",
  summary: "A page for people: who asks them to sign in to an app, and for which organization",
  permission: "public",
  sandbox: "public",
  query: signInQuery,
  success: { status: 200, description: "The page, with a button that goes on", contentTypes: ["text/html"] },
  errors: { 400: { description: "A page that says why it does not go on", contentTypes: ["text/html"] } },
  run: showSignIn,
});

export const confirmSignInOperation = defineOperation({
  id: "tools.connectors.confirmSignIn",
  area,
  method: "post",
  path: "/connectors/sign-in",
  summary: "The button of that page: the sign-in goes on in this browser, at the app",
  permission: "public",
  sandbox: "public",
  timeline: { none: "Nothing is connected yet; the event comes when the person has signed in" },
  bodyKind: "raw",
  success: { status: 303, description: "To the app" },
  errors: { 400: { description: "A page that says why it does not go on", contentTypes: ["text/html"] } },
  run: confirmSignIn,
});

export const connectorCallbackOperation = defineOperation({
  id: "tools.connectors.callback",
  area,
  method: "get",
  path: "/connectors/callback",
  summary: "Where an app sends people back to; a page for them",
  permission: "public",
  sandbox: "public",
  query: callbackQuery,
  foreignQuery: "Apps add more than the protocol names, such as the scope or an account",
  success: { status: 200, description: "A page that says that it is connected", contentTypes: ["text/html"] },
  errors: { 400: { description: "A page that says why nothing was connected", contentTypes: ["text/html"] } },
  run: completeSignIn,
});

export const listAccountsOperation = defineOperation({
  id: "tools.connectors.accounts",
  area,
  method: "get",
  path: "/connectors/accounts",
  summary: "Apps the account has connected",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "The connected accounts by app", body: accountListAnswer },
  run: listAccounts,
});

export const revokeAccountOperation = defineOperation({
  id: "tools.connectors.revoke",
  area,
  method: "delete",
  path: "/connectors/accounts/{account_id}",
  summary: "Disconnect an account: agents no longer act there",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: accountParams,
  success: { status: 200, description: "The account", body: accountAnswer },
  errors: { 404: "No such account in the organization" },
  run: revokeAccount,
});

export const listActivityOperation = defineOperation({
  id: "tools.connectors.activity",
  area,
  method: "get",
  path: "/connectors/activity",
  summary: "What agents did in connected apps",
  permission: "viewer",
  sandbox: "read",
  query: activityQuery,
  success: { status: 200, description: "One page, newest first", body: activityAnswer },
  run: listActivity,
});

export const setConnectorClientOperation = defineOperation({
  id: "tools.connectors.setClient",
  area,
  method: "put",
  path: "/connectors/{slug}/client",
  summary: "Have an app's sign-in use an OAuth client of your own",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: connectorParams,
  body: clientBody,
  secretFields: ["client_secret"],
  success: { status: 200, description: "Whose client it is now", body: clientAnswer },
  errors: NO_SUCH_APP,
  run: setClient,
});

export const removeConnectorClientOperation = defineOperation({
  id: "tools.connectors.removeClient",
  area,
  method: "delete",
  path: "/connectors/{slug}/client",
  summary: "Remove the organization's own OAuth client of an app",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: connectorParams,
  success: { status: 200, description: "Whose client it is now", body: clientAnswer },
  errors: NO_SUCH_APP,
  run: removeClient,
});

export const connectorsOperations = [
  listConnectorsOperation,
  connectAppOperation,
  connectMcpServerOperation,
  showSignInOperation,
  confirmSignInOperation,
  connectorCallbackOperation,
  listAccountsOperation,
  revokeAccountOperation,
  listActivityOperation,
  setConnectorClientOperation,
  removeConnectorClientOperation,
];
