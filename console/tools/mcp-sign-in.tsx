import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { callApi } from "../api/client.ts";
import type { ConnectedAccount, Tool } from "../api/routes.ts";
import { accountsKey, accountsQuery } from "../connectors/connector-queries.ts";
import { SignInSteps } from "../connectors/sign-in-steps.tsx";
import { toolsQuery } from "../credentials/credential-queries.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { toasts } from "../ui/toasts.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { readMcpAccess } from "./tool-json.ts";

/** Shows how an MCP tool authenticates: by a credential, by an account that somebody has signed in to, or not yet. */
export const McpAccess = ({ tool }: { tool: Tool }) => {
  const { accountId } = readMcpAccess(tool);
  const account = useAccount(accountId, false);
  if (accountId === null || !account) return null;
  return account.status === "connected" ? (
    <Badge tone="good">{words.tools.actsAs(account.account_label)}</Badge>
  ) : (
    <Badge tone="bad">{words.tools.signedOut(account.account_label)}</Badge>
  );
};

/** Signs in to the server of an MCP tool; a tool with a credential needs no sign-in. */
export const McpSignIn = ({ tool }: { tool: Tool }) => {
  const { accountId, hasCredential } = readMcpAccess(tool);
  const account = useAccount(accountId, false);
  const [isOpen, setOpen] = useState(false);
  if (hasCredential) return null;
  const label = accountId === null ? words.tools.signIn : words.connectors.again;
  return (
    <>
      <Button
        kind={account && account.status !== "connected" ? "primary" : "plain"}
        needs="admin"
        aria-label={`${label}: ${tool.name}`}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={words.tools.signInTitle(tool.name)}
        text={words.tools.signInText}
      >
        {isOpen && <Steps tool={tool} onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  );
};

/** Leads to the server's own page, and notices when the tool has an account that was not there before. */
const Steps = ({ tool, onDone }: { tool: Tool; onDone(): void }) => {
  const queries = useQueryClient();
  const [isWaiting, setWaiting] = useState(false);
  const begin = useAction({
    run: () => callApi("POST /tools/{tool_uuid}/mcp/connect", { params: { tool_uuid: tool.tool_uuid } }),
    isQuietOnRefusal: true,
  });
  useQuery({ ...toolsQuery, refetchInterval: isWaiting ? 1_500 : false });
  const account = useAccount(readMcpAccess(tool).accountId, isWaiting);
  const standing =
    account?.status === "connected" ? `${account.id} ${account.status_changed_at} ${account.connected_at}` : "";
  const before = useRef(standing);
  useEffect(() => {
    if (!isWaiting || standing === "" || standing === before.current) return;
    toasts.add({ title: words.connectors.isConnected(tool.name) });
    void queries.invalidateQueries({ queryKey: accountsKey });
    onDone();
  }, [isWaiting, standing, tool.name, queries, onDone]);
  return <SignInSteps name={tool.name} begin={begin} isWaiting={isWaiting} onOpen={() => setWaiting(true)} />;
};

const useAccount = (accountId: number | null, isWaiting: boolean): ConnectedAccount | undefined => {
  const { data: accounts = [] } = useQuery({ ...accountsQuery(isWaiting), enabled: accountId !== null });
  return accounts.find(({ id }) => id === accountId);
};
