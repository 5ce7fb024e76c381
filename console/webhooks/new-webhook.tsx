import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Routes } from "../api/routes.ts";
import { CheckField, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { ShownOnce } from "../ui/secret.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { nameEvent } from "./event-names.ts";
import styles from "./webhooks.module.css";

const { organization } = words;
type Kind = NonNullable<NonNullable<Routes["POST /organizations/webhooks"]["body"]["events"]>[number]>;

/** The most frequent kinds. With none selected every kind is sent. */
const KINDS: readonly Kind[] = [
  "call_started",
  "call_ended",
  "outcome",
  "campaign",
  "document",
  "deliverable",
  "question",
  "action_proposed",
  "system",
];

export const NewWebhook = ({ onDone }: { onDone(): void }) => {
  const queries = useQueryClient();
  const [url, setUrl] = useState("");
  const [description, setDescription] = useState("");
  const [events, setEvents] = useState<readonly Kind[]>([]);
  const create = useAction({
    run: () =>
      callApi("POST /organizations/webhooks", {
        body: { url, events: [...events], ...(description && { description }) },
      }),
    onDone: () => queries.invalidateQueries({ queryKey: ["webhooks"] }),
    isQuietOnRefusal: true,
  });
  if (create.data) return <ShownOnce label={organization.secret} value={create.data.secret} onDone={onDone} />;
  return (
    <Form
      onSubmit={() => create.mutate()}
      action={organization.newWebhook}
      isBusy={create.isPending}
      error={create.error}
    >
      <TextField label={organization.address} type="url" value={url} onChange={setUrl} isRequired hasFocus />
      <TextField label={organization.description} value={description} onChange={setDescription} />
      <fieldset className={styles.events}>
        <legend>{organization.events}</legend>
        {KINDS.map((kind) => (
          <CheckField
            key={kind}
            label={nameEvent(kind)}
            isOn={events.includes(kind)}
            onChange={(isOn) => setEvents(isOn ? [...events, kind] : events.filter((one) => one !== kind))}
          />
        ))}
        <p className={styles.hint}>{organization.eventsHint}</p>
      </fieldset>
    </Form>
  );
};
