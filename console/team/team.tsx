import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { accountQuery } from "../api/account.ts";
import { callApi } from "../api/client.ts";
import type { Invitation, Member } from "../api/routes.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Plus } from "../ui/icons.ts";
import { Facts, Page } from "../ui/page.tsx";
import { useHindrance } from "../ui/role.ts";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { formatDay, formatMoment, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { Invite } from "./invite.tsx";
import { MemberCommands } from "./member-commands.tsx";
import { invitationsQuery, membersQuery, teamKey } from "./team-queries.ts";

const { team } = words;

/** Lists the members of the organization with their roles, and the invitations. */
export const Team = () => {
  const { data: members } = useSuspenseQuery(membersQuery);
  const { data: account } = useSuspenseQuery(accountQuery);
  const [isInviting, setInviting] = useState(false);
  const isAdmin = account.role === "admin" || account.role === "owner";
  return (
    <Page
      title={words.shell.team}
      actions={
        <Button kind="primary" needs="admin" onClick={() => setInviting(true)}>
          <Plus aria-hidden /> {team.invite}
        </Button>
      }
    >
      <Card title={team.count(formatWhole(members.length))} isFlush>
        <DataTable
          label={words.shell.team}
          columns={columnsOf(account.id)}
          rows={members}
          keyOf={({ user_id }) => user_id}
        />
      </Card>
      {isAdmin && <Invitations />}
      <Card title={team.roles}>
        <Facts facts={team.roleTexts} />
      </Card>
      <Dialog isOpen={isInviting} onClose={() => setInviting(false)} title={team.invite} text={team.inviteText}>
        <Invite onDone={() => setInviting(false)} />
      </Dialog>
    </Page>
  );
};

const columnsOf = (ownId: number): readonly Column<Member>[] => [
  {
    name: team.person,
    cell: ({ user_id: id, name, email }) => (
      <>
        <strong>{name ?? email}</strong> {id === ownId && <Badge tone="busy">{team.you}</Badge>}
        {name && <p className={table.soft}>{email}</p>}
      </>
    ),
  },
  { name: team.role, cell: ({ role }) => team.roleNames[role] },
  {
    name: words.secondFactor.has,
    cell: ({ has_second_factor: has }) =>
      has ? words.shell.yes : <span className={table.soft}>{words.shell.no}</span>,
  },
  { name: team.since, cell: ({ created_at }) => <span className={table.soft}>{formatDay(created_at)}</span> },
  { name: words.shell.more, isNameHidden: true, cell: (member) => <MemberCommands member={member} /> },
];

const Invitations = () => {
  const hindrance = useHindrance("admin");
  const { data: invitations = [] } = useQuery({ ...invitationsQuery, enabled: hindrance === undefined });
  if (invitations.length === 0) return null;
  return (
    <Card title={team.invited} count={invitations.length} isFlush>
      <DataTable label={team.invited} columns={INVITED} rows={invitations} keyOf={({ id }) => id} />
    </Card>
  );
};

const TakeBack = ({ invitation }: { invitation: Invitation }) => {
  const queries = useQueryClient();
  const takeBack = useAction({
    run: () => callApi("DELETE /team/invitations/{invitation_id}", { params: { invitation_id: invitation.id } }),
    said: team.takenBack,
    onDone: () => queries.invalidateQueries({ queryKey: teamKey }),
  });
  return (
    <div className={table.actions}>
      <Button
        needs="admin"
        aria-label={`${team.takeBack}: ${invitation.email}`}
        disabled={takeBack.isPending}
        onClick={() => takeBack.mutate()}
      >
        {team.takeBack}
      </Button>
    </div>
  );
};

const INVITED: readonly Column<Invitation>[] = [
  { name: words.shell.email, cell: ({ email }) => email },
  { name: team.role, cell: ({ role }) => team.roleNames[role] },
  { name: team.until, cell: ({ expires_at }) => <span className={table.soft}>{formatMoment(expires_at)}</span> },
  { name: words.shell.more, isNameHidden: true, cell: (invitation) => <TakeBack invitation={invitation} /> },
];
