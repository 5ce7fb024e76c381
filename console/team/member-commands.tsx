import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Member } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { Ellipsis, KeyRound, Settings, ShieldCheck, Trash2 } from "../ui/icons.ts";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { ShownOnce } from "../ui/secret.tsx";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { type MemberRole, roleOptions } from "./invite.tsx";
import { teamKey } from "./team-queries.ts";

const { team } = words;

export const MemberCommands = ({ member }: { member: Member }) => {
  const queries = useQueryClient();
  const [open, setOpen] = useState<"role" | "remove" | "second_factor" | null>(null);
  const close = () => setOpen(null);
  const who = member.name ?? member.email;
  const params = { user_id: member.user_id };
  const changed = () => queries.invalidateQueries({ queryKey: teamKey });
  const remove = useAction({
    run: () => callApi("DELETE /team/members/{user_id}", { params }),
    said: team.removed,
    onDone: changed,
  });
  const reset = useAction({
    run: () => callApi("POST /team/members/{user_id}/reset-password", { params }),
    said: ({ mailed }) => (mailed ? team.mailed(member.email) : team.handOn),
  });
  const resetFactor = useAction({
    run: () => callApi("DELETE /team/members/{user_id}/second-factor", { params }),
    said: words.secondFactor.wasReset,
    onDone: changed,
  });
  return (
    <div className={table.actions}>
      <Menu
        trigger={
          <Button kind="quiet" label={`${words.shell.more}: ${who}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={<Settings aria-hidden />} needs="admin" onSelect={() => setOpen("role")}>
          {team.changeRole}
        </MenuItem>
        <MenuItem icon={<KeyRound aria-hidden />} needs="admin" onSelect={() => reset.mutate()}>
          {team.resetPassword}
        </MenuItem>
        {member.has_second_factor && (
          <MenuItem icon={<ShieldCheck aria-hidden />} needs="owner" onSelect={() => setOpen("second_factor")}>
            {words.secondFactor.reset}
          </MenuItem>
        )}
        <MenuItem icon={<Trash2 aria-hidden />} needs="admin" onSelect={() => setOpen("remove")}>
          {team.remove}
        </MenuItem>
      </Menu>
      <Dialog isOpen={open === "role"} onClose={close} title={who}>
        <ChangeRole member={member} onDone={close} />
      </Dialog>
      <Dialog isOpen={Boolean(reset.data?.link)} onClose={reset.reset} title={team.resetPassword} isUrgent>
        {reset.data?.link && (
          <ShownOnce label={team.link} text={team.linkText} value={reset.data.link} onDone={reset.reset} />
        )}
      </Dialog>
      <Confirm
        isOpen={open === "second_factor"}
        onClose={close}
        title={words.secondFactor.resetTitle(who)}
        text={words.secondFactor.resetText}
        action={words.secondFactor.reset}
        onConfirm={() => resetFactor.mutate()}
      />
      <Confirm
        isOpen={open === "remove"}
        onClose={close}
        title={team.removeTitle(who)}
        text={team.removeText}
        action={team.remove}
        onConfirm={() => remove.mutate()}
      />
    </div>
  );
};

const ChangeRole = ({ member, onDone }: { member: Member; onDone(): void }) => {
  const queries = useQueryClient();
  const [role, setRole] = useState<MemberRole>(member.role);
  const change = useAction({
    run: () => callApi("PATCH /team/members/{user_id}", { params: { user_id: member.user_id }, body: { role } }),
    said: words.shell.saved,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: teamKey });
      await queries.invalidateQueries({ queryKey: ["account"] });
      onDone();
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form onSubmit={() => change.mutate()} action={words.shell.save} isBusy={change.isPending} error={change.error}>
      <Choice<MemberRole> label={team.role} value={role} onChange={setRole} options={roleOptions} />
    </Form>
  );
};
