import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { callApi } from "../api/client.ts";
import type { Connector } from "../api/routes.ts";
import { toasts } from "../ui/toasts.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { accountsQuery } from "./connector-queries.ts";
import { SignInSteps } from "./sign-in-steps.tsx";

/** Opens the app in a new window, and detects a completed sign-in. */
export const SignIn = ({ app, onDone }: { app: Connector; onDone(): void }) => {
  const [isWaiting, setWaiting] = useState(false);
  const begin = useAction({
    run: () => callApi("POST /connectors/{slug}/connect", { params: { slug: app.slug } }),
    isQuietOnRefusal: true,
  });
  const { data: accounts = [] } = useQuery(accountsQuery(isWaiting));
  const connected = accounts
    .filter(({ slug, status }) => slug === app.slug && status === "connected")
    .map(({ id, status_changed_at: at, connected_at: since }) => `${id} ${at} ${since}`)
    .join();
  // Signing in again renews an existing account, whose times change.
  const before = useRef(connected);
  useEffect(() => {
    if (!isWaiting || connected === before.current) return;
    toasts.add({ title: words.connectors.isConnected(app.name) });
    onDone();
  }, [isWaiting, connected, app.name, onDone]);
  return <SignInSteps name={app.name} begin={begin} isWaiting={isWaiting} onOpen={() => setWaiting(true)} />;
};
