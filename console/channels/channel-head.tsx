import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Channel, ChannelMembers } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Ellipsis, FileText, Trash2, Users } from "../ui/icons.ts";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { ChannelName } from "./channel-name.tsx";
import { channelsKey, membersQuery } from "./channel-queries.ts";
import styles from "./channels.module.css";
import { EditMembers } from "./edit-members.tsx";

/** Shows the members of a channel and its settings. */
export const ChannelHead = ({ channel }: { channel: Channel }) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { data: members } = useQuery(membersQuery(channel.id));
  const [open, setOpen] = useState<"members" | "name" | "delete" | null>(null);
  const close = () => setOpen(null);
  const remove = useAction({
    run: () => callApi("DELETE /folders/{folder_id}", { params: { folder_id: channel.id } }),
    said: words.channels.deleted,
    onDone: async () => {
      await navigate({ to: "/channels", search: {} });
      await queries.invalidateQueries({ queryKey: channelsKey });
    },
  });
  return (
    <>
      <p className={styles.members}>{members && namesOf(members)}</p>
      <Button needs="admin" onClick={() => setOpen("members")}>
        <Users aria-hidden /> {words.channels.members}
      </Button>
      <Menu
        trigger={
          <Button label={`${words.shell.more}: ${channel.name}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={<FileText aria-hidden />} needs="admin" onSelect={() => setOpen("name")}>
          {words.channels.rename}
        </MenuItem>
        <MenuItem icon={<Trash2 aria-hidden />} needs="admin" onSelect={() => setOpen("delete")}>
          {words.channels.delete}
        </MenuItem>
      </Menu>
      <Dialog
        isOpen={open === "members"}
        onClose={close}
        title={words.channels.members}
        text={words.channels.membersText}
      >
        {members && <EditMembers channel={channel} members={members} onDone={close} />}
      </Dialog>
      <Dialog isOpen={open === "name"} onClose={close} title={words.channels.rename}>
        <ChannelName channel={channel} onDone={close} />
      </Dialog>
      <Confirm
        isOpen={open === "delete"}
        onClose={close}
        title={words.channels.deleteTitle(channel.name)}
        text={words.channels.deleteText}
        action={words.channels.delete}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
};

const namesOf = ({ members, agents }: ChannelMembers): string => {
  const names = [...agents.map(({ name }) => name), ...members.map(({ name, email }) => name ?? email)];
  return names.length === 0 ? words.channels.nobody : names.join(", ");
};
