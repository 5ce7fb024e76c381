import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Connector } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { CopyText } from "../ui/copy-text.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { connectorsKey } from "./connector-queries.ts";

interface OwnClientProps {
  app: Connector;
  redirectUri: string;
  onDone(): void;
}

/** Edits the organization's own client at an app. */
export const OwnClient = ({ app, redirectUri, onDone }: OwnClientProps) => {
  const queries = useQueryClient();
  const [id, setId] = useState("");
  const [secret, setSecret] = useState("");
  const params = { slug: app.slug };
  const finish = async () => {
    await queries.invalidateQueries({ queryKey: connectorsKey });
    onDone();
  };
  const save = useAction({
    run: () =>
      callApi("PUT /connectors/{slug}/client", {
        params,
        body: { client_id: id, ...(secret !== "" && { client_secret: secret }) },
      }),
    said: words.shell.saved,
    onDone: finish,
    isQuietOnRefusal: true,
  });
  const forget = useAction({
    run: () => callApi("DELETE /connectors/{slug}/client", { params }),
    said: words.connectors.forgotten,
    onDone: finish,
  });
  return (
    <Form
      onSubmit={() => save.mutate()}
      action={words.shell.save}
      needs="admin"
      isBusy={save.isPending}
      isDisabled={id.trim() === ""}
      error={save.error}
    >
      <p>{words.connectors.redirect}</p>
      <CopyText label={words.connectors.redirect} value={redirectUri} />
      <TextField label={words.connectors.clientId} value={id} onChange={setId} isRequired hasFocus />
      <TextField
        label={words.connectors.clientSecret}
        hint={words.connectors.clientSecretHint}
        type="password"
        autoComplete="off"
        value={secret}
        onChange={setSecret}
      />
      {app.client === "organization" && (
        <div>
          <Button needs="admin" disabled={forget.isPending} onClick={() => forget.mutate()}>
            {words.connectors.forget}
          </Button>
        </div>
      )}
    </Form>
  );
};
