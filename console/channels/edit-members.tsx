import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Channel, ChannelMembers } from "../api/routes.ts";
import { CheckField, TextField } from "../ui/fields.tsx";
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

type Callee = Pick<ChannelMembers["members"][number], "phone_number" | "takes_calls">;

const NOT_CALLED: Callee = { phone_number: null, takes_calls: false };

const CalleeFields = ({ name, callee, onChange }: { name: string; callee: Callee; onChange(next: Callee): void }) => (
  <>
    <TextField
      label={words.channels.calledAt(name)}
      value={callee.phone_number ?? ""}
      onChange={(text) => onChange(text === "" ? NOT_CALLED : { ...callee, phone_number: text })}
    />
    {callee.phone_number !== null && (
      <CheckField
        label={words.channels.takesCalls(name)}
        isOn={callee.takes_calls}
        onChange={(takes_calls) => onChange({ ...callee, takes_calls })}
      />
    )}
  </>
);

const changed = (ids: readonly number[], id: number, isIn: boolean): number[] =>
  isIn ? [...ids, id] : ids.filter((each) => each !== id);

/** Shows a checkbox for each person and agent. */
export const EditMembers = ({ channel, members, onDone }: EditMembersProps) => {
  const queries = useQueryClient();
  const { data: agents = [] } = useQuery(writableAgentsQuery);
  const { data: people } = useQuery(peopleQuery);
  const [agentIds, setAgentIds] = useState(members.workflow_ids);
  const [userIds, setUserIds] = useState(members.user_ids);
  const [callees, setCallees] = useState<ReadonlyMap<number, Callee>>(
    new Map(members.members.map(({ user_id, phone_number, takes_calls }) => [user_id, { phone_number, takes_calls }])),
  );
  const calleeOf = (id: number) => callees.get(id) ?? NOT_CALLED;
  const save = useAction({
    run: () =>
      callApi("PUT /folders/{folder_id}/members", {
        params: { folder_id: channel.id },
        body: {
          user_ids: userIds,
          workflow_ids: agentIds,
          callees: userIds.map((user_id) => ({ user_id, ...calleeOf(user_id) })),
        },
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
      <fieldset className={styles.choices}>
        <legend>{words.channels.callees}</legend>
        <p>{words.channels.calleesText}</p>
        {people?.members
          .filter(({ user_id: id }) => userIds.includes(id))
          .map(({ user_id: id, name, email }) => (
            <CalleeFields
              key={id}
              name={name ?? email}
              callee={calleeOf(id)}
              onChange={(callee) => setCallees(new Map([...callees, [id, callee]]))}
            />
          ))}
      </fieldset>
    </SaveForm>
  );
};
