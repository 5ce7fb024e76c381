import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Member } from "../api/routes.ts";
import { Choice } from "../ui/choice.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { ShownOnce } from "../ui/secret.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { teamKey } from "./team-queries.ts";

const { team } = words;
export type MemberRole = Member["role"];
export const ROLES = ["viewer", "operator", "supervisor", "admin", "owner"] as const;
export const roleOptions = ROLES.map((value) => ({ value, label: team.roleNames[value] }));

/** Invites a member. Without a mail server the link is shown once, to be passed on. */
export const Invite = ({ onDone }: { onDone(): void }) => {
  const queries = useQueryClient();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<MemberRole>("operator");
  const invite = useAction({
    run: () => callApi("POST /team/invitations", { body: { email, role } }),
    said: ({ mailed }) => (mailed ? team.mailed(email) : team.handOn),
    onDone: async ({ mailed }) => {
      await queries.invalidateQueries({ queryKey: teamKey });
      if (mailed) onDone();
    },
    isQuietOnRefusal: true,
  });
  if (invite.data?.link)
    return <ShownOnce label={team.link} text={team.linkText} value={invite.data.link} onDone={onDone} />;
  return (
    <Form onSubmit={() => invite.mutate()} action={team.invite} isBusy={invite.isPending} error={invite.error}>
      <TextField label={words.shell.email} type="email" value={email} onChange={setEmail} isRequired hasFocus />
      <Choice<MemberRole> label={team.role} value={role} onChange={setRole} options={roleOptions} />
    </Form>
  );
};
