import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Channel, ChannelMembers } from "../api/routes.ts";
import { CheckField } from "../ui/fields.tsx";
import { SaveForm } from "../ui/save-form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { membersKey, peopleQuery, writableAgentsQuery } from "./channel-queries.ts";
import styles from "./channels.module.css";

interface EditMembersProps {
  channel: Channel;
  members: ChannelMembers;
  onDone(): void;
}

const changed = (ids: readonly number[], id: number, isIn: boolean): number[] =>
  isIn ? [...ids, id] : ids.filter((each) => each !== id);

/** Shows a checkbox for each person and agent. */
export const EditMembers = ({ channel, members, onDone }: EditMembersProps) => {
  const queries = useQueryClient();
  const { data: agents = [] } = useQuery(writableAgentsQuery);
  const { data: people } = useQuery(peopleQuery);
  const [agentIds, setAgentIds] = useState(members.workflow_ids);
  const [userIds, setUserIds] = useState(members.user_ids);
  const save = useAction({
    run: () =>
      callApi("PUT /folders/{folder_id}/members", {
        params: { folder_id: channel.id },
        body: { user_ids: userIds, workflow_ids: agentIds },
      }),
    said: words.shell.saved,
    onDone: (saved) => {
      queries.setQueryData(membersKey(channel.id), saved);
      onDone();
    },
    isQuietOnRefusal: true,
  });
  return (
    <SaveForm save={save}>
      <fieldset className={styles.choices}>
        <legend>{words.shell.agents}</legend>
        {agents.map(({ id, name }) => (
          <CheckField
            key={id}
            label={name}
            isOn={agentIds.includes(id)}
            onChange={(isIn) => setAgentIds(changed(agentIds, id, isIn))}
          />
        ))}
      </fieldset>
      <fieldset className={styles.choices}>
        <legend>{words.channels.people}</legend>
        {people?.members.map(({ user_id: id, name, email }) => (
          <CheckField
            key={id}
            label={name ?? email}
            isOn={userIds.includes(id)}
            onChange={(isIn) => setUserIds(changed(userIds, id, isIn))}
          />
        ))}
      </fieldset>
    </SaveForm>
  );
};
