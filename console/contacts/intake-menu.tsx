import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Ellipsis, KeyRound, Pause, Play, Trash2 } from "../ui/icons.ts";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { RotatedSecret } from "../ui/rotated-secret.tsx";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { type Intake, intakesQuery } from "./contact-queries.ts";

const { intakes, organization } = words;

/** Gives a form another secret, switches it or a rule of calls off and on, and removes it. */
export const IntakeMenu = ({ intake }: { intake: Intake }) => {
  const queries = useQueryClient();
  const [open, setOpen] = useState<"rotate" | "remove" | null>(null);
  const params = { contact_list_id: intake.contact_list_id, intake_id: intake.intake_id };
  const changed = () => queries.invalidateQueries({ queryKey: intakesQuery(intake.contact_list_id).queryKey });
  const change = (body: { rotate_secret?: boolean; is_active?: boolean }) =>
    callApi("PATCH /contact-lists/{contact_list_id}/intakes/{intake_id}", { params, body });
  const rotate = useAction({ run: () => change({ rotate_secret: true }), onDone: changed });
  const turn = useAction({
    run: () => change({ is_active: !intake.is_active }),
    said: words.shell.saved,
    onDone: changed,
  });
  const remove = useAction({
    run: () => callApi("DELETE /contact-lists/{contact_list_id}/intakes/{intake_id}", { params }),
    said: intake.kind === "form" ? intakes.removed : intakes.callsRemoved,
    onDone: changed,
  });
  return (
    <div className={table.actions}>
      <Menu
        trigger={
          <Button kind="quiet" label={`${words.shell.more}: ${intake.name}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {intake.kind === "form" && (
          <MenuItem icon={<KeyRound aria-hidden />} needs="operator" onSelect={() => setOpen("rotate")}>
            {organization.rotate}
          </MenuItem>
        )}
        <MenuItem
          icon={intake.is_active ? <Pause aria-hidden /> : <Play aria-hidden />}
          needs="operator"
          onSelect={() => turn.mutate()}
        >
          {intake.is_active ? intakes.switchOff : intakes.switchOn}
        </MenuItem>
        <MenuItem icon={<Trash2 aria-hidden />} needs="operator" onSelect={() => setOpen("remove")}>
          {intake.kind === "form" ? intakes.remove : intakes.removeCalls}
        </MenuItem>
      </Menu>
      <RotatedSecret
        isAsking={open === "rotate"}
        onClose={() => setOpen(null)}
        text={intakes.rotateText}
        rotate={rotate}
      />
      <Confirm
        isOpen={open === "remove"}
        onClose={() => setOpen(null)}
        title={intakes.removeTitle(intake.name)}
        text={intake.kind === "form" ? intakes.removeText : intakes.removeCallsText}
        action={intake.kind === "form" ? intakes.remove : intakes.removeCalls}
        onConfirm={() => remove.mutate()}
      />
    </div>
  );
};
