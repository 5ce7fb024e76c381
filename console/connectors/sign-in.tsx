import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api } from "../api/client.ts";
import type { Connector } from "../api/routes.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Problem } from "../ui/form.tsx";
import { ExternalLink } from "../ui/icons.ts";
import { toasts } from "../ui/toasts.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { accountsQuery } from "./connector-queries.ts";
import styles from "./connectors.module.css";

/** Opens the app in a new window, and detects a completed sign-in. */
export const SignIn = ({ app, onDone }: { app: Connector; onDone(): void }) => {
  const [isWaiting, setWaiting] = useState(false);
  const begin = useAction({
    run: () => api("POST /connectors/{slug}/connect", { params: { slug: app.slug } }),
    isQuietOnRefusal: true,
  });
  const { data: accounts = [] } = useQuery(accountsQuery(isWaiting));
  const connected = accounts
    .filter(({ slug, status }) => slug === app.slug && status === "connected")
    .map(({ id, status_changed_at: at, connected_at: since }) => `${id} ${at} ${since}`)
    .join();
  // Signing in again renews an existing account: its times change.
  const before = useRef(connected);
  useEffect(() => {
    if (!isWaiting || connected === before.current) return;
    toasts.add({ title: words.connectors.isConnected(app.name) });
    onDone();
  }, [isWaiting, connected, app.name, onDone]);
  return (
    <div className={styles.signIn}>
      {begin.error && <Problem sentence={begin.error.message} />}
      {begin.data ? (
        <>
          <a
            href={begin.data.authorization_url}
            target="_blank"
            rel="noreferrer"
            className={buttonClass("primary")}
            onClick={() => setWaiting(true)}
          >
            <ExternalLink aria-hidden /> {words.connectors.openApp(app.name)}
          </a>
          <p role="status">{isWaiting ? words.connectors.waiting : words.connectors.goodFor}</p>
        </>
      ) : (
        <Button kind="primary" needs="admin" disabled={begin.isPending} onClick={() => begin.mutate()}>
          {words.connectors.begin}
        </Button>
      )}
    </div>
  );
};
