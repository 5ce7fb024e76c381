import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Channel } from "../api/routes.ts";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { channelsKey } from "./channel-queries.ts";

/** Creates a channel, or renames the given one. */
export const ChannelName = ({ channel, onDone }: { channel?: Channel; onDone(): void }) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState(channel?.name ?? "");
  const save = useAction({
    run: () =>
      channel
        ? callApi("PUT /folders/{folder_id}", { params: { folder_id: channel.id }, body: { name } })
        : callApi("POST /folders/", { body: { name } }),
    onDone: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: channelsKey });
      onDone();
      await navigate({ to: "/channels", search: { channel: id } });
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form
      onSubmit={() => save.mutate()}
      action={channel ? words.shell.save : words.channels.make}
      needs="admin"
      isBusy={save.isPending}
      isDisabled={name.trim() === ""}
      error={save.error}
    >
      <TextField
        label={words.channels.name}
        hint={words.channels.nameHint}
        value={name}
        onChange={setName}
        maxLength={100}
        isRequired
        hasFocus
      />
    </Form>
  );
};
