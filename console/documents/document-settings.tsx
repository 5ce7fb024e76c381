import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { agentsQuery } from "../agents/agent-queries.ts";
import { callApi } from "../api/client.ts";
import type { Document } from "../api/routes.ts";
import { channelsQuery } from "../channels/channel-queries.ts";
import { Choice } from "../ui/choice.tsx";
import { SwitchField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { AddressFields, readHours } from "./address-fields.tsx";
import { documentsKey } from "./documents-key.ts";

const SCOPES = ["org", "channel", "agent", "library"] as const;

/** Changes who reads a document, whether anybody does, and the address that it is read from. */
export const DocumentSettings = ({ document, onDone }: { document: Document; onDone(): void }) => {
  const queries = useQueryClient();
  const { data: channels = [] } = useQuery(channelsQuery);
  const { data: agents = [] } = useQuery(agentsQuery);
  const [scope, setScope] = useState<Document["scope"]>(document.scope);
  const [channel, setChannel] = useState(asText(document.folder_id));
  const [agent, setAgent] = useState(asText(document.workflow_id));
  const [isActive, setActive] = useState(document.is_active);
  const [url, setUrl] = useState(document.source_url ?? "");
  const [hours, setHours] = useState(asText(document.refresh_every_hours) ?? "");
  const save = useAction({
    run: () =>
      callApi("PATCH /knowledge-base/documents/{document_uuid}", {
        params: { document_uuid: document.document_uuid },
        body: {
          scope,
          ...(scope === "channel" && channel !== undefined && { folder_id: Number(channel) }),
          ...(scope === "agent" && agent !== undefined && { workflow_id: Number(agent) }),
          is_active: isActive,
          source_url: url || null,
          refresh_every_hours: url ? readHours(hours) : null,
        },
      }),
    said: words.documents.saved,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: documentsKey });
      onDone();
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form
      onSubmit={() => save.mutate()}
      action={words.shell.save}
      needs="operator"
      isBusy={save.isPending}
      error={save.error}
    >
      <Choice
        label={words.documents.readers}
        value={scope}
        onChange={(next) => setScope(next)}
        options={SCOPES.map((value) => ({ value, label: words.documents.scopes[value] }))}
      />
      {scope === "channel" && (
        <Choice
          label={words.documents.channel}
          value={channel}
          onChange={setChannel}
          options={channels.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      {scope === "agent" && (
        <Choice
          label={words.documents.agent}
          value={agent}
          onChange={setAgent}
          options={agents.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <SwitchField
        label={words.documents.active}
        hint={words.documents.activeHint}
        isOn={isActive}
        onChange={setActive}
      />
      <AddressFields url={url} onUrl={setUrl} hours={hours} onHours={setHours} />
    </Form>
  );
};

const asText = (id: number | null): string | undefined => (id === null ? undefined : String(id));
