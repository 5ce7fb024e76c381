import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ConnectedAccount, Connector } from "../api/routes.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Page } from "../ui/page.tsx";
import { words } from "../words/words.ts";
import { Accounts } from "./accounts.tsx";
import { Activity } from "./activity.tsx";
import { SignIn } from "./app-sign-in.tsx";
import { Apps } from "./apps.tsx";
import { accountsQuery, appsQuery } from "./connector-queries.ts";
import { OwnClient } from "./own-client.tsx";

interface Task {
  kind: "sign-in" | "client";
  app: Connector;
}

/** The page of connected apps: accounts, available apps, activity. */
export const Connectors = () => {
  const { data } = useSuspenseQuery(appsQuery);
  const { data: accounts } = useSuspenseQuery(accountsQuery());
  const [task, setTask] = useState<Task | null>(null);
  const close = () => setTask(null);
  const appOf = ({ slug }: ConnectedAccount) => data.connectors.find((app) => app.slug === slug);
  const signIn = (app: Connector) => setTask({ kind: "sign-in", app });
  return (
    <Page title={words.shell.connectors}>
      <p>{words.connectors.text}</p>
      <Accounts accounts={accounts} appOf={appOf} onSignIn={signIn} />
      <Apps apps={data.connectors} onConnect={signIn} onClient={(app) => setTask({ kind: "client", app })} />
      <Activity />
      <Dialog
        isOpen={task?.kind === "sign-in"}
        onClose={close}
        title={words.connectors.connectTitle(task?.app.name ?? "")}
        text={words.connectors.connectText}
      >
        {task && <SignIn app={task.app} onDone={close} />}
      </Dialog>
      <Dialog
        isOpen={task?.kind === "client"}
        onClose={close}
        title={words.connectors.clientTitle(task?.app.name ?? "")}
        text={words.connectors.clientText}
      >
        {task && <OwnClient app={task.app} redirectUri={data.redirect_uri} onDone={close} />}
      </Dialog>
    </Page>
  );
};
